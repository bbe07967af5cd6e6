import type { WithPictures } from '../files/picture-uploads.ts'
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

/** Parameters and result of each type of job. They are those of the synchronous call. */
interface JobTypes {
  process_image: {
    params: WithPictures<ProcessImageRequest>
    result: PictureResult
  }
  generate_image: ParamsAndResult<'/api/generate'>
  upscale: ParamsAndResult<'/api/upscale'>
  compose: ParamsAndResult<'/api/compose'>
  batch_process: { params: WithPictures<BatchRequest>; result: BatchResult }
}

type ParamsAndResult<P extends '/api/generate' | '/api/upscale' | '/api/compose'> = {
  params: WithPictures<JsonBody<'POST', P>>
  result: Reply<'POST', P>
}

/** Parameters of a type of job. */
export type JobParams<K extends JobType> = JobTypes[K]['params']

/** Default result type of a type of job. */
export type JobResult<K extends JobType> = JobTypes[K]['result']

/** Result of a batch: `{ items: [{ index, status, result?, error? }] }`. */
export type BatchResult = JobBatchResult

/** Queues a job. Its result has the type of the operation, or the given type. */
export interface SubmitJob {
  /**
   * Queues a long operation and immediately returns the job to wait for. `params` is the request body of the
   * synchronous call: `process_image` takes one picture and the steps of images.process. `generate_image`, `upscale` and
   * `compose` correspond to the methods of images, and `batch_process` to images.batchProcess. The price is held now and
   * charged when the job succeeds.
   *
   * @throws ValidationError with locations under `params`; InsufficientCreditsError; OverBudgetError above
   *   `maxCredits`.
   *
   * @example
   * const job = await client.jobs.submit('upscale', { image_url, scale: 4 })
   * const { result_url } = await job.wait()
   */
  <K extends JobType>(type: K, params: JobParams<K>, options?: SpendOptions): Call<Job<JobResult<K>>>
  /** Queues a long operation whose result has the given type. */
  <T>(...job: { [K in JobType]: [type: K, params: JobParams<K>, options?: SpendOptions] }[JobType]): Call<Job<T>>
}

type SubmitBody = JsonBody<'POST', '/api/jobs/submit'>

/** Queue jobs. Every run of the account is a queue job under its run id, whichever call started it. */
export const jobs = ({ get, one, send, events }: ResourceMethods, jobOf: JobOf) => ({
  /** Queues a long operation. See `SubmitJob`. */
  submit: ((job_type: JobType, params: JobParams<JobType>, options?: SpendOptions) =>
    mapCall(
      send('POST', '/api/jobs/submit', { json: { job_type, params: { ...params } } as SubmitBody }, options),
      ({ job_id }) => jobOf(job_id),
    )) as SubmitJob,

  /** Returns a handle for the job with an id. See `JobOf`. */
  get: jobOf,

  /**
   * Returns the state of a job: `PENDING`, `PROGRESS` with `progress`, `SUCCESS` with `result`, `FAILURE` with `error`
   * and `error_code`. The result of a batch is `{ items: [{ index, status, result?, error? }] }`.
   *
   * @throws NotFoundError if the job does not exist or belongs to another account.
   *
   * @example
   * const { status, progress } = await client.jobs.status(job_id)
   */
  status: one('GET', '/api/jobs/{job_id}/status'),

  /** Follows a job by server-sent events. See `JobEvents`. */
  events,

  /**
   * Cancels a job that has not ended. Finished items of a batch are kept. Repeating the call returns the same response.
   *
   * @throws ConflictError `job_finished`; NotFoundError.
   */
  delete: one('DELETE', '/api/jobs/{job_id}'),

  /** Returns the load of the server, its queue and its workers, for all accounts together. */
  queueStatus: get('/api/jobs/queue/status'),
})
