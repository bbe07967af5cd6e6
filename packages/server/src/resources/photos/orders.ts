import { type Orders, order } from '../../operations/define.ts'
import { enhance } from '../../operations/enhance.ts'

/** What the bodies of the /v1 family ask for. */
export const photoOrders = {
  enhance: ({ imageUrl, preset, formats, upscale, removeBackground }) =>
    order(enhance, {
      ...{ image_url: imageUrl, preset, formats, upscale },
      ...(removeBackground && { removeBackground }),
    }),
} satisfies Orders<'photos'>
