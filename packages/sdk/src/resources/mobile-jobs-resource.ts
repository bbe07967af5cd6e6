import type { FormBody, SendForm } from '../files/send-form.ts'
import type { EnhanceResult } from '../generated/schema.d.ts'
import type { Job, JobOf } from '../jobs/job-handle.ts'
import { mapCall, type SpendOptions } from '../transport/api-call.ts'

/** Fields of the form of an enhancement job. `image` is the photo as bytes. */
export interface EnhanceJobFormParams extends FormBody<'/api/mobile/jobs/enhance'> {}

/** Mobile and web jobs. They are identified by number and waited for like queue jobs. */
export const mobileJobs = (sendForm: SendForm, jobOf: JobOf) => ({
  /**
   * Enhances a photo that is sent as a file, as a job: `mobile.enhance` with a `goal` and a `locale`.
   *
   * @throws as mobile.enhance.
   *
   * @example
   * const job = await client.mobileJobs.enhance({ image: { path: './ramen.jpg' }, goal: 'delivery' })
   * const { enhanced_url } = await job.wait()
   */
  enhance: (form: EnhanceJobFormParams, options?: SpendOptions) =>
    mapCall(sendForm('/api/mobile/jobs/enhance', form, options), ({ job_id }) => jobOf<EnhanceResult>(job_id)),

  /**
   * Returns a handle for the job with a number, started by this process or another. Sends nothing.
   *
   * @example
   * const result = await client.mobileJobs.get(42).wait()
   */
  get: jobOf as <T = unknown>(id: number) => Job<T>,
})
