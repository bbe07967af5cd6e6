import type { UserSettingsUpdate } from '../../generated/schema.d.ts'
import type { JobFilter } from '../../jobs/job-handle.ts'
import type { CallOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** Which pictures to list. */
export interface PictureFilter {
  /** Only pictures of this operation, such as `enhance`. */
  readonly operation?: string
  /** Only pictures that were fitted to this slot of a platform, such as `ubereats.item`. */
  readonly platform?: string
  /** Only pictures that were finished at this time or later, in ISO 8601. */
  readonly since?: string
  /** Only pictures that were finished before this time, in ISO 8601. */
  readonly until?: string
}

/** Pictures, jobs and settings of the signed-in user. */
export const me = ({ get, list, one, send }: ResourceMethods) => ({
  /**
   * Lists finished pictures of all operations, newest first.
   *
   * @example
   * const fitted = await client.me.images({ platform: 'ubereats.item', since: '2026-11-01T00:00:00Z' })
   */
  images: list<'/api/me/images', PictureFilter>('/api/me/images', 'images'),

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
