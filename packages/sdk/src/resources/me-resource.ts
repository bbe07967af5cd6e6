import type { ResourceMethods } from './resource-methods.ts'

/** Which jobs to list. */
export interface JobFilter {
  /** Only jobs in this state. */
  readonly status?: 'processing' | 'completed' | 'failed'
}

/** What belongs to the signed-in user. */
export const me = ({ list, one }: ResourceMethods) => ({
  /** Finished pictures of every operation, newest first. */
  images: list('/api/me/images', 'images'),

  /** Deletes a picture with its files, and the photo of the same run. @throws NotFoundError */
  deleteImage: one('DELETE', '/api/me/images/{image_id}'),

  /** Jobs, running and finished, newest first. */
  jobs: list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs'),
})
