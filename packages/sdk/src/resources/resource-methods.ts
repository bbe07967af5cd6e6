import { createJobOf } from '../jobs/create-job.ts'
import { createJobEvents } from '../jobs/job-events.ts'
import type { JobOf } from '../jobs/job-handle.ts'
import {
  type Call,
  type CallOptions,
  createCall,
  type SpendOptions,
  type WithResponse,
  type WriteOptions,
} from '../transport/api-call.ts'
import { createList, type List, type ListParams, type Rows } from '../transport/paged-list.ts'
import { HOUR_MS } from '../transport/sdk-clock.ts'
import { APIError } from '../transport/sdk-errors.ts'
import type { Input, JsonBody, Method, Parameters, PathWith, Reply, Send } from '../transport/send-operation.ts'
import type { Core } from '../transport/send-request.ts'

type Id<M extends Method, P extends PathWith<M>> = Parameters<M, P, 'path'>[keyof Parameters<M, P, 'path'>]

export type ResourceMethods = ReturnType<typeof createResourceMethods>

/** Methods that send one operation unchanged, one line each in their resource, and `send` for all other cases. */
export const createResourceMethods = (send: Send, core: Core) => {
  const post =
    <P extends PathWith<'POST'>>(path: P) =>
    (body: JsonBody<'POST', P>, options?: WriteOptions) =>
      send('POST', path, { json: body }, options)

  /** Sends an operation whose only input is the id in its path. */
  const one =
    <M extends Method, P extends PathWith<M>>(method: M, path: P) =>
    (id: Id<M, P>, options?: M extends 'POST' ? WriteOptions : CallOptions): Call<Reply<M, P>> =>
      send(method, path, { path: { [path.split(/[{}]/)[1] as string]: id } } as Input<M, P>, options)

  /** Reads a list. `rows` names the array in its response, `at` the path parameters of a nested list. */
  const list =
    <P extends PathWith<'GET'>, Filter extends object = object>(
      path: P,
      rows: keyof Reply<'GET', P> & string,
      at?: Input<'GET', P>['path'],
    ) =>
    (params?: ListParams & Filter, options?: CallOptions): List<Rows<P>> =>
      createList(send, path, rows, at, params, options)

  const jobOf = createJobOf(send, core)
  const continued = createContinued(jobOf)
  const jobStatus = one('GET', '/api/jobs/{job_id}/status')
  return {
    send,
    one,
    post,
    list,
    jobOf,
    continued,
    events: createJobEvents(core, jobOf),

    /** Reads an operation without parameters. */
    get:
      <P extends PathWith<'GET'>>(path: P) =>
      (options?: CallOptions) =>
        send('GET', path, {}, options),

    /** Sends a JSON body to an operation that costs credits, and waits for the result however long it takes. */
    spend:
      <P extends PathWith<'POST'>>(path: P) =>
      (body: JsonBody<'POST', P>, options?: SpendOptions): Call<Reply<'POST', P>> =>
        continued(send('POST', path, { json: body }, options), options, async (jobId) => {
          const { data, ...rest } = await jobStatus(jobId).withResponse()
          return { ...rest, data: data.result as Reply<'POST', P> }
        }),
  }
}

/** Longer than the server's longest deadline for any work. */
const LONGEST_MS = 2 * HOUR_MS

/** Keeps waiting after the server's deadline. The work then continues as a job, and the job's result is the result of the call. */
const createContinued =
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
