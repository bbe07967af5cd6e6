import { type Call, createCall, type SpendOptions, type WithResponse } from '../transport/api-call.ts'
import { HOUR_MS } from '../transport/sdk-clock.ts'
import { APIError } from '../transport/sdk-errors.ts'
import type { JobOf } from './job-handle.ts'

/** Longer than a server lets any work take. */
const LONGEST_MS = 2 * HOUR_MS

/** Waits on where the server stopped waiting: work that passed its deadline goes on as a job, whose result is the call's. */
export const createContinued =
  (jobOf: JobOf) =>
  /** @param read gives what the call would have answered, once the job of this id has succeeded */
  <T>(call: Call<T>, { signal }: SpendOptions = {}, read: (jobId: string) => Promise<WithResponse<T>>): Call<T> =>
    createCall(
      call.withResponse().catch(async (failure: unknown) => {
        const jobId = failure instanceof APIError && failure.code === 'deadline_exceeded' && failure.details.jobId
        if (typeof jobId !== 'string') throw failure
        await jobOf(jobId).wait({ deadlineMs: LONGEST_MS, ...(signal && { signal }) })
        return read(jobId)
      }),
    )
