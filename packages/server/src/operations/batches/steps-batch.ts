import type { Batch } from '../define-operation.ts'
import { type ProcessImageParams, processImage } from '../process-image/process-image-operation.ts'

/** The parameters of a batch through several steps. Its items carry the work. */
export interface StepsBatchParams extends Omit<ProcessImageParams, 'image_url'> {
  readonly image_urls: readonly string[]
}

/** Many pictures, each through the same steps. */
export const stepsBatch: Batch<'process', StepsBatchParams> = {
  name: 'process',
  isBatch: true,
  engine: 'local',
  bodies: {
    'images.process': ({ image_urls, steps, scale, subject, format }) => {
      const each = { steps, scale, ...(subject && { subject }), ...(format && { format }) }
      return {
        params: { image_urls, ...each },
        items: image_urls.map((image_url) => ({ operation: processImage, params: { image_url, ...each } })),
      }
    },
  },
}
