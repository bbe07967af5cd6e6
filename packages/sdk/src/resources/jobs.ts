import type { CallOptions } from '../call.ts'
import type { Send } from '../operation.ts'

/** Queue jobs. Every run of the account is one, under its run id, whatever call started it. */
export const jobs = (send: Send) => ({
  /**
   * What a job is at: `PENDING`, `PROGRESS` with `progress`, `SUCCESS` with `result`, `FAILURE` with `error` and
   * `error_code`. The result of a batch is `{ items: [{ index, status, result?, error? }] }`.
   *
   * @throws NotFoundError when there is none of yours.
   *
   * @example
   * const { status, progress } = await client.jobs.status(job_id)
   */
  status: (id: string, options?: CallOptions) =>
    send('GET', '/api/jobs/{job_id}/status', { path: { job_id: id } }, options),

  /**
   * Revokes a job that has not ended; what a batch has finished stays. Again it answers the same.
   *
   * @throws ConflictError `job_finished`; NotFoundError.
   */
  delete: (id: string, options?: CallOptions) =>
    send('DELETE', '/api/jobs/{job_id}', { path: { job_id: id } }, options),
})
