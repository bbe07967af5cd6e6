import { type Call, createCall, type SpendOptions, type WithResponse } from '../transport/api-call.ts'
import { HOUR_MS } from '../transport/sdk-clock.ts'
import { APIError } from '../transport/sdk-errors.ts'
import type { JobOf } from './job-handle.ts'

/** Longer than the server's longest deadline for any work. */
const LONGEST_MS = 2 * HOUR_MS

/** Keeps waiting after the server's deadline. The work then continues as a job, and the job's result is the result of the call. */
export const createContinued =
  (jobOf: JobOf) =>
  /** @param read gives the result of the call after the job with this id has succeeded */
  <T>(call: Call<T>, { signal }: SpendOptions = {}, read: (jobId: string) => Promise<WithResponse<T>>): Call<T> =>
    createCall(
      call.withResponse().catch(async (failure: unknown) => {
        const jobId = failure instanceof APIError && failure.code === 'deadline_exceeded' && failure.details.jobId
        if (typeof jobId !== 'string') throw failure
        await jobOf(jobId).wait({ deadlineMs: LONGEST_MS, ...(signal && { signal }) })
        return read(jobId)
      }),
    )
