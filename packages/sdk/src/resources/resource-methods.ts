import type { WithPictures, WithUploads } from '../files/picture-uploads.ts'
import { requireInput } from '../files/send-form.ts'
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
import { type DownloadOptions, openLink } from '../transport/open-link.ts'
import { createList, type List, type ListParams, type Rows } from '../transport/paged-list.ts'
import { HOUR_MS } from '../transport/sdk-clock.ts'
import { APIError } from '../transport/sdk-errors.ts'
import { parseUrl } from '../transport/sdk-url.ts'
import type { Input, JsonBody, Method, Parameters, PathWith, Reply, Send } from '../transport/send-operation.ts'
import type { Core } from '../transport/send-request.ts'

/** The input of a request, with its pictures in any form. */
type GivenInput<M extends Method, P extends PathWith<M>> = Omit<Input<M, P>, 'json'> & {
  readonly json?: WithPictures<JsonBody<M, P>>
}

type Id<M extends Method, P extends PathWith<M>> = Parameters<M, P, 'path'>[keyof Parameters<M, P, 'path'>]

export type ResourceMethods = ReturnType<typeof createResourceMethods>

/** Methods that send one operation unchanged, one line each in their resource, and `send` for all other cases. */
export const createResourceMethods = (sendWire: Send, core: Core, withUploads: WithUploads) => {
  /** Sends a JSON body after its pictures were uploaded. */
  const send = Object.assign(
    <M extends Method, P extends PathWith<M>>(
      method: M,
      path: P,
      input: GivenInput<M, P> = {},
      options?: SpendOptions,
    ) => {
      const run = async () => {
        requireInput(path, input.json)
        const json = (await withUploads(path, input.json, options ?? {})) as JsonBody<M, P>
        return sendWire(method, path, { ...input, json }, options).withResponse()
      }
      return 'json' in input ? createCall(run()) : sendWire(method, path, input as Input<M, P>, options)
    },
    sendWire,
  )

  const post =
    <P extends PathWith<'POST'>, Body = JsonBody<'POST', P>>(path: P) =>
    (body: Body, options?: WriteOptions): Call<Reply<'POST', P>> =>
      send('POST', path, { json: body as JsonBody<'POST', P> }, options)

  /** Sends an operation whose only input is the id in its path. */
  const one =
    <M extends Method, P extends PathWith<M>>(method: M, path: P) =>
    (id: Id<M, P>, options?: M extends 'POST' ? WriteOptions : CallOptions): Call<Reply<M, P>> =>
      sendWire(method, path, { path: { [path.split(/[{}]/)[1] as string]: id } } as Input<M, P>, options)

  /** Reads a list. `rows` names the array in its response, `at` the path parameters of a nested list. */
  const list =
    <P extends PathWith<'GET'>, Filter extends object = object>(
      path: P,
      rows: keyof Reply<'GET', P> & string,
      at?: Input<'GET', P>['path'],
    ) =>
    (params?: ListParams & Filter, options?: CallOptions): List<Rows<P>> =>
      createList(sendWire, path, rows, at, params, options)

  const jobOf = createJobOf(sendWire, core)
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

    /** Opens a link to a file below `base`, given as a whole or as what follows `base`. */
    link:
      (base: string, noFile?: RegExp) =>
      (link: string | URL, options?: DownloadOptions): Promise<Response> =>
        openLink(core, parseUrl(`${link}`)?.href ?? `${core.baseUrl}${base}${link}`, options, noFile),

    /** Reads an operation without parameters. */
    get:
      <P extends PathWith<'GET'>>(path: P) =>
      (options?: CallOptions) =>
        sendWire('GET', path, {}, options),

    /** Sends a JSON body to an operation that costs credits, and waits for the result however long it takes. */
    spend:
      <P extends PathWith<'POST'>>(path: P) =>
      (body: WithPictures<JsonBody<'POST', P>>, options?: SpendOptions): Call<Reply<'POST', P>> =>
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
