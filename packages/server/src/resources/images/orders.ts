import { type Orders, order } from '../../operations/define.ts'
import { enhance } from '../../operations/enhance.ts'
import { upscale } from '../../operations/upscale.ts'

/** What the bodies of the /api picture operations ask for. */
export const imageOrders = {
  // The photo keeps its own aspect here; the shots are the /v1 family's.
  enhance: ({ image_url, preset, options, format }) =>
    order(enhance, {
      ...{ image_url, preset, formats: ['original'], upscale: options?.upscale ?? false },
      ...(format && { format }),
    }),

  upscale: ({ image_url, scale, format }) => order(upscale, { image_url, scale, ...(format && { format }) }),
} satisfies Orders<'images'>
