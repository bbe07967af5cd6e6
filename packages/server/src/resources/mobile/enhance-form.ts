import type { Body } from '../../contract/index.ts'
import { type Order, order } from '../../operations/define-operation.ts'
import type { Enhancement } from '../../operations/enhance/develop-within-scope.ts'
import { type EnhanceFormOptions, type EnhanceParams, enhance } from '../../operations/enhance/enhance-operation.ts'
import { RESOLUTIONS } from '../../operations/tables/resolutions.ts'

type EnhanceForm = Body<'mobile.enhance'>

/**
 * What the Enhance form asks for, of the call that waits and of the job alike.
 *
 * @param image_url where its photo is kept; a price needs none
 * @param wishes what only one of the two asks
 */
export function enhanceOfForm(
  { style, size, resolution, enhancements, editArea }: EnhanceForm,
  image_url: string,
  wishes: Pick<EnhanceFormOptions, 'goal'> = {},
): Order<EnhanceParams> {
  // The document has checked the text as it checks the fields.
  const only: Enhancement[] = JSON.parse(enhancements)
  const longSide = RESOLUTIONS.find(({ id }) => id === resolution)?.max_side
  return order(enhance, {
    ...{ image_url, preset: style, formats: [size], upscale: false },
    ...(longSide !== undefined && { longSide }),
    ...(only.length > 0 && { only }),
    ...(editArea !== 'entire_image' && { area: editArea }),
    ...wishes,
  })
}
