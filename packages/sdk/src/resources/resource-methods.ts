import { createContinued } from '../jobs/continued-call.ts'
import { createJobOf } from '../jobs/create-job.ts'
import type { Call, CallOptions, SpendOptions, WriteOptions } from '../transport/api-call.ts'
import { createList, type List, type ListParams, type Rows } from '../transport/paged-list.ts'
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
