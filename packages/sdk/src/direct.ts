import type { CallOptions, SpendOptions, WriteOptions } from './call.ts'
import { type List, type ListParams, listOf } from './list.ts'
import type { Input, JsonBody, PathWith, Reply, Send } from './operation.ts'

/** Whichever family's name the cursor has. */
type Paged = { readonly next_cursor?: string | null; readonly nextCursor?: string | null }
type RowsIn<Body> = { [Name in keyof Body]: Body[Name] extends readonly (infer Row)[] ? Row : never }[keyof Body]
/** The rows of a page: the one array in its answer. */
type Rows<P extends PathWith<'GET'>> = RowsIn<Reply<'GET', P>>

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

  /** Reads a list; `rows` names the array in its answer, `at` the place of a list that belongs to something. */
  list:
    <P extends PathWith<'GET'>, Filter extends object = object>(
      path: P,
      rows: keyof Reply<'GET', P> & string,
      at?: Input<'GET', P>['path'],
    ) =>
    (params?: ListParams & Filter, options?: CallOptions): List<Rows<P>> =>
      listOfRows(send, path, rows, at, params, options),
})

/** Reads a list page by page, each of its items as `map` makes it. */
export const listOfRows = <P extends PathWith<'GET'>, T = Rows<P>>(
  send: Send,
  path: P,
  rows: keyof Reply<'GET', P> & string,
  at?: Input<'GET', P>['path'],
  params: ListParams = {},
  options?: CallOptions,
  map = (row: Rows<P>) => row as T,
): List<T> =>
  listOf(
    async (part) => {
      const query = { ...params, ...part }
      const { data, ...rest } = await send('GET', path, { path: at, query } as Input<'GET', P>, options).withResponse()
      const page = data as unknown as Paged & Readonly<Record<string, readonly Rows<P>[]>>
      return {
        ...rest,
        data: {
          items: (page[rows] ?? []).map(map),
          nextCursor: page.nextCursor ?? page.next_cursor ?? null,
          meta: rest.meta,
        },
      }
    },
    params,
    (limit) => send.room(limit, options),
  )
