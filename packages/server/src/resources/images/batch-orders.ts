import { ServiceError } from '../../base/service-error.ts'
import { operationBatch, stepsBatch } from '../../operations/batch/batch-operations.ts'
import { type Order, type Orders, order } from '../../operations/define-operation.ts'
import { processImage } from '../../operations/process-image/process-image-operation.ts'
import type { ImageOrders } from './image-orders.ts'

/** `remove-background` is done by `images.removeBackground`. */
const methodOf = (operation: string): string =>
  operation.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** How the body for one picture of an operation is read. @throws ServiceError `not_implemented` */
function translationOf(imageOrders: ImageOrders, operation: string): (body: object) => Order {
  const translations = imageOrders as Readonly<Record<string, (body: never) => Order>>
  const translate = translations[methodOf(operation)]
  if (!translate) throw new ServiceError('not_implemented', `The operation ${operation} is not built yet.`)
  return translate as (body: object) => Order
}

export type BatchOrders = ReturnType<typeof createBatchOrders>

/** What the bodies of the batches ask for. Their fields were checked as those of the endpoint for one picture. */
export const createBatchOrders = (imageOrders: ImageOrders) =>
  ({
    batchProcess: ({ image_urls, operation, params }) => {
      const translate = translationOf(imageOrders, operation)
      return {
        ...order(operationBatch, { image_urls, operation, params: params as Record<string, unknown> }),
        items: image_urls.map((image_url) => translate({ ...params, image_url })),
      }
    },

    process: ({ image_urls, steps, scale, format }) => {
      const each = { steps, scale, ...(format && { format }) }
      return {
        ...order(stepsBatch, { image_urls, ...each }),
        items: image_urls.map((image_url) => order(processImage, { image_url, ...each })),
      }
    },
  }) satisfies Orders<'images'>
