import type { CallOptions } from '../call.ts'
import { direct } from '../direct.ts'
import type { Send } from '../operation.ts'

/** Which jobs to list. */
export interface JobFilter {
  readonly status?: 'processing' | 'completed' | 'failed'
}

/** What belongs to the signed-in user. */
export const me = (send: Send) => {
  const { list } = direct(send)
  return {
    /** Finished pictures of every operation, newest first. */
    images: list('/api/me/images', 'images'),

    /** Deletes a picture with its files, and the photo of the same run. @throws NotFoundError */
    deleteImage: (id: number, options?: CallOptions) =>
      send('DELETE', '/api/me/images/{image_id}', { path: { image_id: id } }, options),

    /** Jobs, running and finished, newest first. */
    jobs: list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs'),
  }
}
