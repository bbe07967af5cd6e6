import type { Warning } from '@platelight/sdk'

/**
 * What a warning means for the person at the terminal:
 *
 * - `look`: the result may be wrong, so it has to be looked at before it is used
 * - `say`: what happened, in the line of the photo
 * - `run`: the same for every photo of a run, so it is said once
 * - `detail`: for those who ask, with `--verbose`
 */
type Kind = 'look' | 'say' | 'run' | 'detail'

/** What may help: pointing at the dish, the whole photo instead of a crop, or more light first. */
export type Help = 'point' | 'whole' | 'enhance'

interface Advice {
  readonly kind: Kind
  readonly help?: Help
  /** What cannot be true beside it. */
  readonly instead?: readonly string[]
}

const KNOWS_THE_DISH = [
  ...['subject_uncertain', 'subject_not_separated', 'several_dishes', 'dish_cut', 'dish_incomplete', 'dish_trimmed'],
  ...['dish_fills_frame', 'dish_fills_photo', 'outline_ragged', 'ware_see_through', 'dish_may_be_cut'],
  ...['dish_outside_middle'],
]

/** Every code of a warning. Those to look at come first, the gravest at the top: a photo shows only one reason. */
export const WARNING_ADVICE: Readonly<Record<string, Advice>> = {
  preview: { kind: 'run' },
  dish_not_found: { kind: 'look', help: 'point', instead: KNOWS_THE_DISH },
  subject_not_separated: { kind: 'look', help: 'point', instead: ['subject_uncertain', 'outline_ragged'] },
  subject_uncertain: { kind: 'look', help: 'point' },
  several_dishes: { kind: 'look', help: 'point' },
  dish_incomplete: { kind: 'look', help: 'point' },
  outline_ragged: { kind: 'look', help: 'point' },
  partly_erased: { kind: 'look' },
  ware_see_through: { kind: 'look' },
  dish_cut: { kind: 'look' },
  dish_may_be_cut: { kind: 'look', help: 'whole' },
  dish_outside_middle: { kind: 'look', help: 'whole' },
  border_crossed: { kind: 'look', help: 'whole' },
  file_size_exceeded: { kind: 'look' },
  platform_forbids_marks: { kind: 'look' },
  transparency_lost: { kind: 'look' },
  large_area: { kind: 'look' },
  no_texture: { kind: 'look' },
  layer_uncertain: { kind: 'look' },
  light_kept: { kind: 'look', help: 'enhance' },
  angle_differs: { kind: 'look' },
  dish_blurred: { kind: 'look' },
  blur_not_removable: { kind: 'look' },
  blur_not_measured: { kind: 'say' },
  already_sharp: { kind: 'say', instead: ['dish_blurred', 'blur_not_removable'] },
  background_extended: { kind: 'say' },
  dish_enlarged: { kind: 'say' },
  flattened_on_white: { kind: 'say' },
  words_not_understood: { kind: 'run' },
  value_unknown: { kind: 'run' },
  value_unsupported: { kind: 'run' },
  model_replaced: { kind: 'run' },
  references_unused: { kind: 'run' },
  web_search_unused: { kind: 'run' },
  language_unavailable: { kind: 'run' },
  language_model_unused: { kind: 'run' },
  one_output_each: { kind: 'run' },
  fast_instead_of_best: { kind: 'run' },
  upscaled_more_than_2x: { kind: 'detail' },
  no_new_detail: { kind: 'run' },
  detail_reduced: { kind: 'run' },
  bars_removed: { kind: 'detail' },
  dish_trimmed: { kind: 'detail' },
  dish_fills_frame: { kind: 'detail', instead: ['dish_enlarged'] },
  dish_fills_photo: { kind: 'detail' },
  size_assumed: { kind: 'detail' },
  turn_cropped: { kind: 'detail' },
  outside_recompressed: { kind: 'detail' },
  low_quality: { kind: 'detail' },
  model_size_cropped: { kind: 'detail' },
  model_size_enlarged: { kind: 'detail' },
  note: { kind: 'say' },
}

const ORDER = Object.keys(WARNING_ADVICE)
/** A code that only a newer server knows may be grave. */
const UNKNOWN: Advice = { kind: 'look' }

export const adviceOf = ({ code }: Pick<Warning, 'code'>): Advice => WARNING_ADVICE[code] ?? UNKNOWN

/** The warnings that can be true at the same time, the gravest first. An unknown code is the gravest. */
export function consistent(warnings: readonly Warning[] = []): readonly Warning[] {
  const untrue = new Set(warnings.flatMap((warning) => adviceOf(warning).instead ?? []))
  return warnings
    .filter(({ code }) => !untrue.has(code))
    .toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code))
}
