import type { WithResponse } from './call.ts'
import { ConnectionError, PlatelightError } from './errors.ts'
import type { Meta, RateLimit } from './meta.ts'

/** One page of a list, newest first. */
export interface Page<T> {
  readonly items: readonly T[]
  /** The `cursor` of the next page; null on the last. */
  readonly nextCursor: string | null
  readonly meta: Meta
}

/** Which part of a list to read. */
export interface ListParams {
  /** Rows a page, 1 to 100. Default 20. */
  readonly limit?: number
  /** The `nextCursor` of the page before. */
  readonly cursor?: string
}

/**
 * A list, fetched page by page as it is read and not before.
 * Awaited, it is its first page; iterated, all its items.
 */
export interface List<T> extends AsyncIterable<T>, PromiseLike<Page<T>> {
  /** Page by page. */
  pages(): AsyncIterable<Page<T>>
  /** The first `limit` items. The limit is mandatory: a list may be longer than memory. */
  toArray(options: { readonly limit: number }): Promise<T[]>
  /** The first page, with the answer it came in. */
  withResponse(): Promise<WithResponse<Page<T>>>
}

/** Reads one page. */
export type FetchPage<T> = (params: ListParams) => Promise<WithResponse<Page<T>>>

/** @param room waits where the answer said that nothing is left of the rate limit */
export function listOf<T>(
  fetchPage: FetchPage<T>,
  params: ListParams,
  room: (limit: RateLimit) => Promise<void>,
): List<T> {
  let first: Promise<WithResponse<Page<T>>> | undefined
  const firstPage = () => {
    first ??= fetchPage(params)
    return first
  }

  async function* pages(from: ListParams): AsyncGenerator<Page<T>> {
    let cursor = from.cursor
    for (;;) {
      const { data } = await fetchPage(cursor === undefined ? from : { ...from, cursor })
      yield data
      if (data.nextCursor === null) return
      if (data.nextCursor === cursor) {
        throw new ConnectionError('cursor_repeated', 'The server gave the same cursor twice; the list would never end.')
      }
      cursor = data.nextCursor
      await room(data.meta.rateLimit)
    }
  }

  async function* items(from: ListParams): AsyncGenerator<T> {
    for await (const page of pages(from)) yield* page.items
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page.
    then: (onFulfilled, onRejected) =>
      firstPage()
        .then((whole) => whole.data)
        .then(onFulfilled, onRejected),
    withResponse: firstPage,
    pages: () => pages(params),
    [Symbol.asyncIterator]: () => items(params),
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
