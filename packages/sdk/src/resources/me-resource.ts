import type { JobFilter } from '../jobs/job-handle.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Pictures and jobs of the signed-in user. */
export const me = ({ list, one }: ResourceMethods) => ({
  /** Lists finished pictures of all operations, newest first. */
  images: list('/api/me/images', 'images'),

  /** Deletes a picture, its files and the photo of the same run. @throws NotFoundError */
  deleteImage: one('DELETE', '/api/me/images/{image_id}'),

  /** Lists jobs, running and finished, newest first. */
  jobs: list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs'),
})
