import { regionAround } from '@platelight/imaging/inpaint/patch-area.ts'
import type { Work } from '../define-work.ts'
import { preparedPicture } from '../generate/prepare-references-work.ts'
import { openPicture } from '../picture/open-picture.ts'
import { findArea, measureArea } from './find-area.ts'
import { type InpaintParams, inpaint } from './inpaint-operation.ts'

/**
 * Makes the picture of an area for a provider: the area with as much of its surroundings as somebody has to see who draws into
 * it. An area that cannot be found is refused before anything is ordered.
 *
 * @throws ServiceError as the work of inpainting
 */
export const prepareAreaWork: Work<InpaintParams> = async ([photo, mask], params, { report: _, ...context }) => {
  const { pixels } = await openPicture(photo, context, (source) => inpaint.admit?.(params, [source]))
  const area = await findArea(pixels, mask, params, context)
  measureArea(pixels, area, params)
  const output = await preparedPicture(pixels, 'area', regionAround(area.hole, pixels))
  return { outputs: [output], engine: 'local', faithfulness: 'faithful', warnings: [], recipe: {} }
}
