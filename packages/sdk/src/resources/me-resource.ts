import type { JobFilter } from '../jobs/job-handle.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** What belongs to the signed-in user. */
export const me = ({ list, one }: ResourceMethods) => ({
  /** Finished pictures of every operation, newest first. */
  images: list('/api/me/images', 'images'),

  /** Deletes a picture with its files, and the photo of the same run. @throws NotFoundError */
  deleteImage: one('DELETE', '/api/me/images/{image_id}'),

  /** Jobs, running and finished, newest first. */
  jobs: list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs'),
})
