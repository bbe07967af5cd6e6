import { type CallOptions, createCall, type WithResponse } from './api-call.ts'
import type { Meta } from './response-meta.ts'
import { ConnectionError, PlatelightError } from './sdk-errors.ts'
import type { Input, PathWith, Reply, Send } from './send-operation.ts'

/** One page of a list, newest first. */
export interface Page<T> {
  readonly items: readonly T[]
  /** The `cursor` of the next page; null on the last page. */
  readonly nextCursor: string | null
  readonly meta: Meta
}

/** Which part of a list to read. */
export interface ListParams {
  /** Rows per page, 1 to 100. Default 20. */
  readonly limit?: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
}

/**
 * A list that is fetched page by page while it is read.
 * Awaiting it gives the first page; iterating it gives all items.
 */
export interface List<T> extends AsyncIterable<T>, PromiseLike<Page<T>> {
  /** Iterates over the pages. */
  pages(): AsyncIterable<Page<T>>
  /** The first `limit` items. The limit is mandatory, because a list may not fit into memory. */
  toArray(options: { readonly limit: number }): Promise<T[]>
  /** The first page with its response. */
  withResponse(): Promise<WithResponse<Page<T>>>
}

/** The cursor, which has a different name in each endpoint family. */
type Paged = { readonly next_cursor?: string | null; readonly nextCursor?: string | null }
type RowsIn<Body> = { [Name in keyof Body]: Body[Name] extends readonly (infer Row)[] ? Row : never }[keyof Body]
/** The rows of a page: the only array in its response. */
export type Rows<P extends PathWith<'GET'>> = RowsIn<Reply<'GET', P>>

/** Creates a list. `map` converts each row. If the rate limit is used up, the next page waits for its reset. */
export function createList<P extends PathWith<'GET'>, T = Rows<P>>(
  send: Send,
  path: P,
  rows: keyof Reply<'GET', P> & string,
  at?: Input<'GET', P>['path'],
  params: ListParams = {},
  options?: CallOptions,
  map = (row: Rows<P>) => row as T,
): List<T> {
  const fetchPage = async (query: ListParams): Promise<WithResponse<Page<T>>> => {
    const { data, ...rest } = await send('GET', path, { path: at, query } as Input<'GET', P>, options).withResponse()
    const page = data as unknown as Paged & Readonly<Record<string, readonly Rows<P>[]>>
    const nextCursor = page.nextCursor ?? page.next_cursor ?? null
    return { ...rest, data: { items: (page[rows] ?? []).map(map), nextCursor, meta: rest.meta } }
  }
  let first: Promise<WithResponse<Page<T>>> | undefined
  const firstPage = () => {
    first ??= fetchPage(params)
    return first
  }

  async function* pages(query = params): AsyncGenerator<Page<T>> {
    for (;;) {
      const { data } = await fetchPage(query)
      yield data
      const cursor = data.nextCursor
      if (cursor === null) return
      if (cursor === query.cursor) {
        throw new ConnectionError('cursor_repeated', 'The server gave the same cursor twice.')
      }
      query = { ...query, cursor }
      await send.awaitRateLimit(data.meta.rateLimit, options)
    }
  }

  async function* items(query?: ListParams): AsyncGenerator<T> {
    for await (const page of pages(query)) yield* page.items
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page.
    then: (onFulfilled, onRejected) => createCall(firstPage()).then(onFulfilled, onRejected),
    withResponse: firstPage,
    pages: () => pages(),
    [Symbol.asyncIterator]: () => items(),
    async toArray(options) {
      const limit = options?.limit
      if (!(limit >= 0)) throw new PlatelightError('invalid_input', 'toArray needs a limit: toArray({ limit: 500 }).')
      const found: T[] = []
      if (limit === 0) return found
      for await (const item of items({ limit: Math.min(limit, 100), ...params })) {
        found.push(item)
        if (found.length >= limit) break
      }
      return found
    },
  }
}
