/** Every code of a warning. A new code is a new line here, and a page in `web-pages/warning-texts/`. */
export const WARNING_CODES = [
  // The dish in the photo
  'dish_not_found',
  'subject_uncertain',
  'subject_not_separated',
  'layer_uncertain',
  'several_dishes',
  'dish_cut',
  'dish_incomplete',
  'dish_trimmed',
  'dish_blurred',
  'dish_enlarged',
  'dish_fills_frame',
  'dish_fills_photo',
  'outline_ragged',
  'ware_see_through',
  'light_kept',
  'size_assumed',
  'angle_differs',
  // The crop
  'bars_removed',
  'dish_may_be_cut',
  'dish_outside_middle',
  'background_extended',
  'border_crossed',
  'turn_cropped',
  // Detail, and what was filled in
  'upscaled_more_than_2x',
  'no_new_detail',
  'detail_reduced',
  'already_sharp',
  'blur_not_measured',
  'blur_not_removable',
  'fast_instead_of_best',
  'large_area',
  'no_texture',
  'partly_erased',
  // The file
  'flattened_on_white',
  'transparency_lost',
  'outside_recompressed',
  'low_quality',
  'file_size_exceeded',
  // Models
  'preview',
  'model_replaced',
  'model_size_cropped',
  'model_size_enlarged',
  'references_unused',
  'web_search_unused',
  'language_unavailable',
  'language_model_unused',
  // The request
  'one_output_each',
  'platform_forbids_marks',
  'value_unknown',
  'value_unsupported',
  'words_not_understood',
  // Sentences that were stored before warnings had codes
  'note',
] as const

export type WarningCode = (typeof WARNING_CODES)[number]

/** Something the caller should know about a result that is otherwise fine. */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
}
