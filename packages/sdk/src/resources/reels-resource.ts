import type { FormBody, SendForm } from '../files/send-form.ts'
import type { ReelResult } from '../generated/schema.d.ts'
import { mapCall, type SpendOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Fields of the form of a reel. `image` is the photo as bytes. */
export interface ReelParams extends FormBody<'/api/mobile/reels'> {}

/** Short films of one photo. */
export const reels = ({ jobOf }: ResourceMethods, sendForm: SendForm) => ({
  /**
   * Makes a film of 5 to 10 seconds from one photo, as a job: H.264 in MP4, in four shapes, with seven camera movements. No
   * frame cuts a dish that the photo shows whole. Costs 5 credits; failed jobs are not charged.
   *
   * @returns a job. Its result has `video_url` and `poster_url`, the first frame as a picture.
   * @throws as uploads.create for the picture; ServerError with `engine_unavailable` where the server has no ffmpeg;
   *   InsufficientCreditsError; OverBudgetError above `maxCredits`.
   *
   * @example
   * const job = await client.reels.create({ image: { path: './ramen.jpg' }, motion: 'orbit', aspect: '1:1' })
   * const { video_url } = await job.wait()
   */
  create: (form: ReelParams, options?: SpendOptions) =>
    mapCall(sendForm('/api/mobile/reels', form, options), ({ job_id }) => jobOf<ReelResult>(job_id)),
})
