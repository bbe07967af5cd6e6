import type { UserSettingsUpdate } from '../../generated/schema.d.ts'
import type { JobFilter } from '../../jobs/job-handle.ts'
import type { CallOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** Pictures, jobs and settings of the signed-in user. */
export const me = ({ get, list, one, send }: ResourceMethods) => ({
  /** Lists finished pictures of all operations, newest first. */
  images: list('/api/me/images', 'images'),

  /** Deletes a picture, its files and the photo of the same run. @throws NotFoundError */
  deleteImage: one('DELETE', '/api/me/images/{image_id}'),

  /** Lists pictures that were fitted to delivery platforms, newest first. */
  conversions: list('/api/conversions', 'conversions'),

  /** Lists finished reels with their first frames, newest first. */
  videos: list('/api/me/videos', 'videos'),

  /** Lists jobs, running and finished, newest first. */
  jobs: list<'/api/me/jobs', JobFilter>('/api/me/jobs', 'jobs'),

  /** Returns names, language, time zone, and the defaults that requests use which name none. */
  settings: get('/api/me/settings'),

  /**
   * Changes settings. Those that are left out stay as they are, and null removes a name.
   *
   * @example
   * await client.me.updateSettings({ preset: 'delivery-optimized', formats: ['square'] })
   */
  updateSettings: (body: UserSettingsUpdate, options?: CallOptions) =>
    send('PUT', '/api/me/settings', { json: body }, options),
})
