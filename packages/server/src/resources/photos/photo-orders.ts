import { type Orders, order } from '../../operations/define-operation.ts'
import { enhance } from '../../operations/enhance/enhance-operation.ts'

/** What the bodies of the /v1 family ask for. */
export const createPhotoOrders = ({ enhanceDetail }: { readonly enhanceDetail: boolean }) =>
  ({
    enhance: ({ imageUrl, preset, formats, upscale, removeBackground }) =>
      order(enhance, {
        ...{ image_url: imageUrl, preset, formats, upscale },
        ...(upscale && enhanceDetail && ({ detail: 'included' } as const)),
        ...(removeBackground && { removeBackground }),
      }),
  }) satisfies Orders<'photos'>

export type PhotoOrders = ReturnType<typeof createPhotoOrders>
