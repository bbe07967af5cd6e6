import type { Call, CallOptions, SpendOptions, WriteOptions } from './call.ts'
import { type List, type ListParams, listOf, type Rows } from './list.ts'
import type { Input, JsonBody, Method, Parameters, PathWith, Reply, Send } from './operation.ts'

type Id<M extends Method, P extends PathWith<M>> = Parameters<M, P, 'path'>[keyof Parameters<M, P, 'path'>]

export type Direct = ReturnType<typeof direct>

/** Methods that send one operation as it stands, a line each in their resource; and `send` for what they do not cover. */
export const direct = (send: Send) => {
  const post =
    <P extends PathWith<'POST'>>(path: P) =>
    (body: JsonBody<'POST', P>, options?: WriteOptions) =>
      send('POST', path, { json: body }, options)
  return {
    send,

    /** Reads what takes no parameters. */
    get:
      <P extends PathWith<'GET'>>(path: P) =>
      (options?: CallOptions) =>
        send('GET', path, {}, options),

    /** Sends what takes an id, the one in its path, and nothing else. */
    one:
      <M extends Method, P extends PathWith<M>>(method: M, path: P) =>
      (id: Id<M, P>, options?: M extends 'POST' ? WriteOptions : CallOptions): Call<Reply<M, P>> =>
        send(method, path, { path: { [path.split(/[{}]/)[1] as string]: id } } as Input<M, P>, options),

    /** Sends a JSON body. */
    post,

    /** Sends a JSON body to what costs credits. */
    spend: post as <P extends PathWith<'POST'>>(
      path: P,
    ) => (body: JsonBody<'POST', P>, options?: SpendOptions) => Call<Reply<'POST', P>>,

    /** Reads a list; `rows` names the array in its answer, `at` the place of a list that belongs to something. */
    list:
      <P extends PathWith<'GET'>, Filter extends object = object>(
        path: P,
        rows: keyof Reply<'GET', P> & string,
        at?: Input<'GET', P>['path'],
      ) =>
      (params?: ListParams & Filter, options?: CallOptions): List<Rows<P>> =>
        listOf(send, path, rows, at, params, options),
  }
}
