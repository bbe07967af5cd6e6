import type { Batch, BatchableOperation } from '../define-operation.ts'

/** The parameters of a batch over one operation. Its items carry the work. */
export interface OperationBatchParams {
  readonly image_urls: readonly string[]
  readonly operation: BatchableOperation
  /** The parameters of the endpoint for one picture, without its `image_url`. */
  readonly params: Readonly<Record<string, unknown>>
}

/** Many pictures, each through the same operation. */
export const operationBatch: Batch<'batch-process', OperationBatchParams> = {
  name: 'batch-process',
  isBatch: true,
  engine: 'local',
  bodies: {
    'images.batchProcess': ({ image_urls, operation, params }, { itemOrder }) => ({
      params: { image_urls, operation, params },
      items: image_urls.map((image_url) => itemOrder(operation, { ...params, image_url })),
    }),
  },
}
