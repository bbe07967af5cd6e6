import type { WarningTexts } from './warning-text.ts'

/** Warnings about the dish in the photo and about its outline. */
export const DISH_TEXTS = {
  dish_not_found: {
    meaning:
      'No dish was found in the photo. The work was done without one: the middle of the photo was kept, or the light was laid over the whole frame.',
    remedies: [
      'Point out the dish with `subject`, a box around it, a point on it, or strokes over it, where the operation has that field.',
      'Send a photo in which the dish stands out from the table.',
    ],
    example: 'No dish was found, so the middle of the photo was kept.',
  },
  subject_uncertain: {
    meaning:
      'It is not certain which part of the photo is the dish. The likeliest part was used. With less certainty the request is refused with the error `subject_not_found`.',
    remedies: [
      'Check the result before you use it.',
      'Point out the dish with `subject`: a box around it, or a point on it.',
    ],
    example:
      'It is not certain which part of this photo is the dish. Check the result before you use it, or point out the dish with `subject`: a box around it, a point on it, or strokes over it.',
  },
  subject_not_separated: {
    meaning: 'The dish could not be separated from its surroundings, so the background was not changed.',
    remedies: [
      'Point out the dish with `subject`: a box around it, or a point on it.',
      'Send a photo in which the dish stands out from the table.',
    ],
    example:
      'The dish could not be separated from its surroundings in this photo, so the background was not changed. Point out the dish with `subject`: a box around it, a point on it, or strokes over it.',
  },
  layer_uncertain: {
    meaning: 'A layer of the photo was used that may be incomplete, or contain more than it should.',
    remedies: [
      'Check the result before you use it. `POST /api/smart-layers` shows the layers of a photo.',
      'Send `mask_url` instead of the name of a layer to `POST /api/inpaint`.',
    ],
    example: 'The layer garnish may be incomplete, or contain more than it should. Check the result before you use it.',
  },
  several_dishes: {
    meaning: 'The photo shows several dishes and cuts at least one of them.',
    remedies: ['Send a photo of one whole dish.', 'Place photos of single dishes together with `POST /api/compose`.'],
    example:
      'The photo shows several dishes and cuts at least one of them. A photo of one whole dish gives a better hero shot.',
  },
  dish_cut: {
    meaning: 'The photo does not show the whole dish, so the result does not either. It has a straight edge there.',
    remedies: [
      'Send a photo of the whole dish.',
      'Place a cut-out with its straight edge at the edge of your layout, where it does not show.',
    ],
    example:
      'The photo does not show the whole dish: the cut-out has a straight edge at its right. A photo of the whole dish gives a whole cut-out.',
  },
  dish_incomplete: {
    meaning: 'The outline of the dish has deep notches. A part of the dish may be missing, or something covers it.',
    remedies: ['Check the result before you use it.', 'Send a photo in which nothing lies across the dish.'],
    example:
      'The outline of the dish has deep notches: a part of it may be missing, or something in the photo covers it. Check the result before you use it.',
  },
  dish_trimmed: {
    meaning:
      'The photo cuts the dish at sides that face each other. It cannot lie at an edge of the frame, so its outline was rounded off.',
    remedies: ['Send a photo of the whole dish.'],
    example:
      'Picture 2: the photo cuts the dish at sides that face each other, so its outline was rounded off. A photo of the whole dish looks better.',
  },
  dish_blurred: {
    meaning: 'The dish is blurred in the photo, and sharp surroundings make that visible.',
    remedies: ['Send a sharp photo.', 'Send the photo to `POST /api/fix-blur` first.'],
    example:
      'The dish is blurred in this photo, and a drawn backdrop makes that visible. A sharp photo gives a better hero shot.',
  },
  dish_enlarged: {
    meaning: 'The dish is small in the photo and was enlarged, which shows.',
    remedies: [
      'Send a larger photo, or one that was taken from closer.',
      'Send the photo to `POST /api/upscale` first.',
    ],
    example:
      'The dish is small in this photo and was enlarged 2.4 times, which shows. A larger photo or /api/upscale first gives a better one.',
  },
  dish_fills_frame: {
    meaning: 'The dish fills the frame of the result, so hardly any of the backdrop is visible.',
    remedies: ['Send a photo that shows the table around the dish.', 'Choose another `aspect_ratio`.'],
    example:
      'The dish fills the frame, so hardly any of the backdrop is visible. A photo that shows the table around the dish gives a better hero shot.',
  },
  dish_fills_photo: {
    meaning: 'The dish fills the photo to its borders, so there was hardly any background to remove.',
    remedies: ['Send a photo that shows the table around the dish.', 'Use the photo without a cut-out.'],
    example: 'The dish fills the picture to its borders, so there was hardly any background to remove.',
  },
  outline_ragged: {
    meaning:
      'The outline that was found is uneven. Something beside the dish may be left on it, or a piece of the dish may be missing. The sentence says where.',
    remedies: [
      'Check the result there before you use it.',
      'Send a closer box around the dish in `subject`, or a photo in which the dish stands out.',
    ],
    example:
      'The outline that was found is uneven at its lower right: something beside the dish may be left on it, or a piece of it may be missing or cut off. Check the result before you use it. A closer box in `subject`, or a photo in which the dish stands out, can give a better one.',
  },
  ware_see_through: {
    meaning:
      'The ware looks like glass, or like the table it stood on. Something of that table may be visible in it, also on another background.',
    remedies: ['Check the result before you use it.', 'Send a photo of the dish in opaque ware.'],
    example: 'The ware looks like glass, or like the old table: something of that table may be visible in it.',
  },
  light_kept: {
    meaning: 'A cut-out keeps the light and the colours of its photo. Here they show on a white background.',
    remedies: ['Send the photo to `POST /api/enhance` first, and cut out the result.'],
    example:
      'The cut-out keeps the light of the photo. Its colours show warm light. Enhance the photo first, so that it looks right on white.',
  },
  size_assumed: {
    meaning:
      'No plate shows how large the dish is. Its size beside the other dishes of the composition is therefore that of a usual one.',
    remedies: ['Check the result before you use it.', 'Send a photo of the dish on a plate or in a bowl.'],
    example: 'Picture 3: no plate shows how large the dish is, so its size beside the others is assumed.',
  },
  angle_differs: {
    meaning: 'The photo was taken from another height than most of the others in the composition, which shows.',
    remedies: ['Send photos that were taken from the same height.'],
    example:
      'Picture 2: this photo was taken from another height than most of the others, which shows. Photos from the same height look better together.',
  },
} satisfies WarningTexts
