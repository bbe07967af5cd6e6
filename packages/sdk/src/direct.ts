import type { CallOptions, SpendOptions, WithResponse, WriteOptions } from './call.ts'
import { type List, type ListParams, listOf, pageOf } from './list.ts'
import type { JsonBody, PathWith, Reply, Send } from './operation.ts'

type Paged = { readonly next_cursor: string | null }
/** The rows of a page: the one array in its answer. */
type Rows<Body> = { [Name in keyof Body]: Body[Name] extends readonly (infer Row)[] ? Row : never }[keyof Body]

/** Methods that send one operation as it stands, a line each in their resource. */
export const direct = (send: Send) => ({
  /** Reads what takes no parameters. */
  get:
    <P extends PathWith<'GET'>>(path: P) =>
    (options?: CallOptions) =>
      send('GET', path, {}, options),

  /** Sends a JSON body. */
  post:
    <P extends PathWith<'POST'>>(path: P) =>
    (body: JsonBody<'POST', P>, options?: WriteOptions) =>
      send('POST', path, { json: body }, options),

  /** Sends a JSON body to what costs credits. */
  spend:
    <P extends PathWith<'POST'>>(path: P) =>
    (body: JsonBody<'POST', P>, options?: SpendOptions) =>
      send('POST', path, { json: body }, options),

  /** Reads a list page by page; `rows` names the array in its answer. */
  list:
    <P extends PathWith<'GET'>, Filter extends object = object>(path: P, rows: keyof Reply<'GET', P> & string) =>
    (params: ListParams & Filter = {} as ListParams & Filter, options?: CallOptions): List<Rows<Reply<'GET', P>>> =>
      listOf(
        async (part) => {
          const answer = await send('GET', path, { query: { ...params, ...part } as never }, options).withResponse()
          return pageOf(
            answer as unknown as WithResponse<Paged & Record<string, readonly Rows<Reply<'GET', P>>[]>>,
            (body) => body[rows] ?? [],
          )
        },
        params,
        (limit) => send.room(limit, options),
      ),
})
