import type { FormBody, SendForm } from '../files/send-form.ts'
import type { ReelResult } from '../generated/schema.d.ts'
import { mapCall, type SpendOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Fields of the form of a reel. `image` and `logo_image` are picture files. */
export interface ReelParams extends FormBody<'/api/mobile/reels'> {}

/** Short films of one photo. */
export const reels = ({ jobOf }: ResourceMethods, sendForm: SendForm) => ({
  /**
   * Makes a film of 5 to 10 seconds from one photo, as a job: H.264 in MP4, in four shapes, with seven camera movements. No
   * frame cuts a dish that the photo shows whole. `headline`, `offer`, `business_name` and `logo_image` lie over the film, exactly
   * as given, and bring the brand of the account with them. Costs 5 credits; failed jobs are not charged.
   *
   * @returns a job. Its result has `video_url` and `poster_url`, the first frame as a picture.
   * @throws as uploads.create for the picture; ServerError with `engine_unavailable` where the server has no ffmpeg;
   *   InsufficientCreditsError; OverBudgetError above `maxCredits`. The job fails with `glyph_missing` or `copy_does_not_fit` for
   *   words that cannot be set.
   *
   * @example
   * const job = await client.reels.create({ image: { path: './ramen.jpg' }, motion: 'orbit', headline: 'Steak night' })
   * const { video_url } = await job.wait()
   */
  create: (form: ReelParams, options?: SpendOptions) =>
    mapCall(sendForm('/api/mobile/reels', form, options), ({ job_id }) => jobOf<ReelResult>(job_id)),
})
