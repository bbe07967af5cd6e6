import type {
  BatchRequest,
  JobBatchResult,
  JobType,
  PictureResult,
  ProcessImageRequest,
} from '../generated/schema.d.ts'
import type { Job, JobOf } from '../jobs/job-handle.ts'
import { type Call, mapCall, type SpendOptions } from '../transport/api-call.ts'
import type { JsonBody, Reply } from '../transport/send-operation.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** What each type of job takes and gives: what the call itself would. */
interface JobTypes {
  process_image: {
    params: ProcessImageRequest
    result: PictureResult
  }
  generate_image: ParamsAndResult<'/api/generate'>
  upscale: ParamsAndResult<'/api/upscale'>
  compose: ParamsAndResult<'/api/compose'>
  batch_process: { params: BatchRequest; result: BatchResult }
}

type ParamsAndResult<P extends '/api/generate' | '/api/upscale' | '/api/compose'> = {
  params: JsonBody<'POST', P>
  result: Reply<'POST', P>
}

/** What a type of job takes. */
export type JobParams<K extends JobType> = JobTypes[K]['params']

/** What a type of job gives unless `submit` is told otherwise. */
export type JobResult<K extends JobType> = JobTypes[K]['result']

/** What became of a batch: `{ items: [{ index, status, result?, error? }] }`. */
export type BatchResult = JobBatchResult

/** Queues a job. Its result has the type of the operation, or the one that is given. */
export interface SubmitJob {
  <K extends JobType>(type: K, params: JobParams<K>, options?: SpendOptions): Call<Job<JobResult<K>>>
  <T>(...job: { [K in JobType]: [type: K, params: JobParams<K>, options?: SpendOptions] }[JobType]): Call<Job<T>>
}

/** Queue jobs. Every run of the account is one, under its run id, whatever call started it. */
export const jobs = ({ get, one, send }: ResourceMethods, jobOf: JobOf) => ({
  /**
   * Queues long work and answers at once, with the job to wait for. `params` is the body of the call itself:
   * `process_image` one picture through the steps of images.process, `generate_image`, `upscale` and `compose` as the methods of images, `batch_process`
   * images.batchProcess. The price is held now and charged when the work succeeds.
   *
   * @throws ValidationError with places under `params`; InsufficientCreditsError; OverBudgetError above `maxCredits`.
   *
   * @example
   * const job = await client.jobs.submit('upscale', { image_url, scale: 4 })
   * const { result_url } = await job.wait()
   */
  submit: ((job_type: JobType, params: JobParams<JobType>, options?: SpendOptions) =>
    mapCall(send('POST', '/api/jobs/submit', { json: { job_type, params: { ...params } } }, options), ({ job_id }) =>
      jobOf(job_id),
    )) as SubmitJob,

  /**
   * The job of an id, in this process or another: of `submit`, of a batch, of any run. Sends nothing.
   *
   * @example
   * const { job_id } = await client.images.batchProcess({ image_urls, operation: 'upscale' })
   * const { items } = await client.jobs.get<BatchResult>(job_id).wait()
   */
  get: jobOf,

  /**
   * What a job is at: `PENDING`, `PROGRESS` with `progress`, `SUCCESS` with `result`, `FAILURE` with `error` and
   * `error_code`. The result of a batch is `{ items: [{ index, status, result?, error? }] }`.
   *
   * @throws NotFoundError when there is none of yours.
   *
   * @example
   * const { status, progress } = await client.jobs.status(job_id)
   */
  status: one('GET', '/api/jobs/{job_id}/status'),

  /**
   * Revokes a job that has not ended; what a batch has finished stays. Again it answers the same.
   *
   * @throws ConflictError `job_finished`; NotFoundError.
   */
  delete: one('DELETE', '/api/jobs/{job_id}'),

  /** How busy the server is: its queue and its workers, of all accounts together. */
  queueStatus: get('/api/jobs/queue/status'),
})
