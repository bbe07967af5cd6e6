import { createContinued } from '../jobs/continued-call.ts'
import { createJobOf } from '../jobs/create-job.ts'
import type { Call, CallOptions, SpendOptions, WriteOptions } from '../transport/api-call.ts'
import { createList, type List, type ListParams, type Rows } from '../transport/paged-list.ts'
import type { Input, JsonBody, Method, Parameters, PathWith, Reply, Send } from '../transport/send-operation.ts'
import type { Core } from '../transport/send-request.ts'

type Id<M extends Method, P extends PathWith<M>> = Parameters<M, P, 'path'>[keyof Parameters<M, P, 'path'>]

export type ResourceMethods = ReturnType<typeof createResourceMethods>

/** Methods that send one operation as it stands, a line each in their resource; and `send` for what they do not cover. */
export const createResourceMethods = (send: Send, core: Core) => {
  const post =
    <P extends PathWith<'POST'>>(path: P) =>
    (body: JsonBody<'POST', P>, options?: WriteOptions) =>
      send('POST', path, { json: body }, options)

  /** Sends what takes an id, the one in its path, and nothing else. */
  const one =
    <M extends Method, P extends PathWith<M>>(method: M, path: P) =>
    (id: Id<M, P>, options?: M extends 'POST' ? WriteOptions : CallOptions): Call<Reply<M, P>> =>
      send(method, path, { path: { [path.split(/[{}]/)[1] as string]: id } } as Input<M, P>, options)

  /** Reads a list; `rows` names the array in its answer, `at` the place of a list that belongs to something. */
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

    /** Reads what takes no parameters. */
    get:
      <P extends PathWith<'GET'>>(path: P) =>
      (options?: CallOptions) =>
        send('GET', path, {}, options),

    /** Sends a JSON body to what costs credits, and waits for the result however long the work takes. */
    spend:
      <P extends PathWith<'POST'>>(path: P) =>
      (body: JsonBody<'POST', P>, options?: SpendOptions): Call<Reply<'POST', P>> =>
        continued(send('POST', path, { json: body }, options), options, async (jobId) => {
          const { data, ...rest } = await jobStatus(jobId).withResponse()
          return { ...rest, data: data.result as Reply<'POST', P> }
        }),
  }
}
