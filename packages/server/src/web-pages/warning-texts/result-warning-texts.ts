import type { WarningTexts } from './warning-text.ts'

/** Warnings about the crop, the detail and the file of a result. */
export const RESULT_TEXTS = {
  dish_may_be_cut: {
    meaning:
      'The crop cuts into the dish, or may do so, because the photo has too little empty space around it for this shape.',
    remedies: [
      'Check the result before you use it.',
      'Choose a shape closer to that of the photo, or send a photo with more space around the dish.',
    ],
    example:
      'The crop shows about 86 % of the dish: the photo has too little empty space around it. A photo of that shape would show all of it.',
  },
  dish_outside_middle: {
    meaning:
      'The platform also shows a square from the middle of the picture. That square would cut into the dish, although the whole picture shows all of it.',
    remedies: ['Send a photo with more space around the dish.', 'Check how the picture looks on the platform.'],
    example: 'Uber Eats, dish also shows a square from the middle of the picture, which would cut into the dish.',
  },
  background_extended: {
    meaning:
      'The dish did not fit into the shape, so the background was extended, or a plain backdrop was added, beyond the borders of the photo. The result is a `retouch`.',
    remedies: [
      'Check that the added background looks natural.',
      'Choose a shape closer to that of the photo, or send a photo with more space around the dish.',
    ],
    example:
      'The dish did not fit, so the background was extended beyond the borders of the photo. Check that it looks natural.',
  },
  bars_removed: {
    meaning: 'Flat bars at the edges of the photo, with or without a caption or controls in them, were cut off.',
    remedies: ['Send the photo itself instead of a still or a screenshot of it: it has more pixels.'],
    example:
      'The photo has flat bars at its edges, as a still or a screenshot does. They were cut off before the photo was framed (top 60 px, bottom 60 px).',
  },
  border_crossed: {
    meaning: 'Something that the photo cuts at its border ends, or goes on, in the added background.',
    remedies: [
      'Check the result before you use it.',
      'Send a photo in which nothing but the table reaches that border.',
    ],
    example:
      'Something that the photo cuts at its border ends in the added backdrop. Check the result before you use it.',
  },
  turn_cropped: {
    meaning: 'A turn leaves the corners of a picture empty, so it was cropped a little, in the same shape.',
    remedies: ['Nothing has to be done. Turns by 90, 180 and 270 degrees are not cropped.'],
    example: 'A turn leaves the corners empty, so the picture was cropped a little, in the same shape.',
  },
  upscaled_more_than_2x: {
    meaning: 'The photo, or its crop, was enlarged to more than twice its pixels, so the result may look soft.',
    remedies: ['Send a larger photo.', 'Send the photo to `POST /api/upscale` first.', 'Request fewer pixels.'],
    example: 'The photo was enlarged 2.6 times, so the result may look soft. A larger photo would be sharper.',
  },
  no_new_detail: {
    meaning:
      'The photo was resampled to its new size without the detail model. Edges are crisp, and no detail was added.',
    remedies: [
      'Ask the operator to install a detail model: `platelight-server models list` shows which there are.',
      'Send a smaller photo if the sentence names a limit. `PLATELIGHT_UPSCALE_MAX_MEGAPIXELS` is the setting of the operator.',
    ],
    example:
      'The photo was resampled, which keeps its edges crisp and adds no detail: this server has no detail model.',
  },
  detail_reduced: {
    meaning:
      'The photo is too large for the detail model, which therefore worked on a copy of half the size. It added less detail than to a smaller photo.',
    remedies: [
      'Nothing has to be done if the result is sharp enough.',
      'Ask the operator to raise `PLATELIGHT_UPSCALE_MAX_MEGAPIXELS`.',
    ],
    example:
      'The detail model of this server accepts at most 2 megapixels (PLATELIGHT_UPSCALE_MAX_MEGAPIXELS). It worked on a copy of half the size, so it added less detail than to a smaller photo.',
  },
  already_sharp: {
    meaning: 'The photo is already sharp. It was not changed.',
    remedies: ['Use the photo as it is.'],
    example: 'The photo is already sharp and was not changed.',
  },
  blur_not_measured: {
    meaning: 'The picture is too small or has too little detail to measure its blur. It was not changed.',
    remedies: ['Send a picture with at least 64 pixels on each side that shows more than a plain surface.'],
    example:
      'The picture was not changed, because it is smaller than 64 pixels on a side or has too little detail to measure its blur.',
  },
  blur_not_removable: {
    meaning:
      'The photo is blurred, but it does not show how the camera or the dish moved. Removing the wrong blur would spoil it, so it was not changed.',
    remedies: ['Take the photo again if you can.'],
    example:
      'The photo is blurred, but how the camera or the dish moved could not be told, so nothing was changed. Take the photo again if you can.',
  },
  fast_instead_of_best: {
    meaning: 'The result is that of `quality: fast`, although `best` was requested. The sentence says why.',
    remedies: [
      'Ask the operator to install a detail model, if this server has none.',
      'Send a smaller photo, if it is too large for the model.',
      'Nothing has to be done if the model did not make the photo better.',
    ],
    example: 'The result is that of quality fast, because this server has no detail model.',
  },
  large_area: {
    meaning: 'More than a quarter of the picture was filled in from the rest of it. Repetitions may be visible.',
    remedies: ['Check the result before you use it.', 'Erase a smaller area.'],
    example:
      'More than a quarter of this picture was filled in from the rest of it. Check the result before you use it.',
  },
  no_texture: {
    meaning: 'There is too little texture around the area to continue it, so the area was filled with soft colours.',
    remedies: ['Check the result before you use it.', 'Erase a smaller area.'],
    example: 'There is too little texture around the area to continue it, so the area was filled with soft colours.',
  },
  partly_erased: {
    meaning:
      'The area erases only a part of an object, and the rest of it stays. The sentence names the box of the whole object.',
    remedies: ['Send the named box to remove the whole object.', 'Nothing has to be done if only that part should go.'],
    example:
      'The area erases only a part of an object, and the rest of it stays. Give the box of the whole object to remove it: about x 0.62, y 0.08, width 0.21, height 0.34.',
  },
  flattened_on_white: {
    meaning: 'JPEG has no transparency, so the dish was placed on white.',
    remedies: ['Request `png`, `webp` or `avif` to keep it transparent.'],
    example:
      'JPEG has no transparency, so the dish was placed on white. Request png, webp or avif to keep it transparent.',
  },
  transparency_lost: {
    meaning: 'The image model makes pictures without transparency, so the result has a background.',
    remedies: ['Send the result to `POST /api/remove-background`.'],
    example: 'The model makes pictures without transparency, so the result has a background.',
  },
  outside_recompressed: {
    meaning:
      'The requested format compresses the whole picture again, which slightly changes pixels outside the area as well.',
    remedies: [
      'Request `png`, which keeps all other pixels the same.',
      'Nothing has to be done if that does not matter.',
    ],
    example:
      'As jpeg the whole picture is compressed again, which slightly changes pixels outside the area. As png they stay the same.',
  },
  low_quality: {
    meaning: 'The file size that the platform accepts allows only a low quality, so compression may be visible.',
    remedies: ['Check the result before you use it.', 'Export for a platform or a use that accepts larger files.'],
    example: 'The file size that DoorDash, dish accepts allows only a quality of 62 of 100.',
  },
  file_size_exceeded: {
    meaning: 'Even at the lowest quality the file is larger than the platform accepts.',
    remedies: ['Do not send this file to the platform.', 'Send a photo with less fine detail.'],
    example: 'Even at the lowest quality this file is larger than Uber Eats, dish accepts.',
  },
} satisfies WarningTexts
