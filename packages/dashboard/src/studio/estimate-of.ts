import type { EstimateRequest } from '@platelight/sdk'
import { session } from '../session/dashboard-session.ts'
import type { Wish } from './shots.ts'
import type { Work } from './work/studio-operation.ts'

/** An address of the kind that the request will have. Nothing is fetched for a price. */
const PHOTO = 'https://example.com/photo.jpg'

/** The price of what would be done, according to the server. */
export async function estimateOf({ formats, ...rest }: Wish, work: Work | undefined, quantity: number) {
  const request = work
    ? {
        path: work.operation.path as EstimateRequest['path'],
        body: { image_url: PHOTO, ...(work.operation.takesMask && { mask_url: PHOTO }), ...work.options },
      }
    : { path: '/v1/photos/enhance' as const, body: { imageUrl: PHOTO, formats: [...formats], ...rest } }
  return session.client.service.estimate({ ...request, quantity })
}
