import type { UserImage } from '@platelight/sdk'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { session } from '../session/dashboard-session.ts'
import type { Filters } from './library-filters.tsx'

const PER_PAGE = 100
const DAY_MS = 24 * 60 * 60_000

interface Page {
  readonly items: readonly UserImage[]
  readonly nextCursor: string | null
}

/**
 * The pictures that pass the filters, newest first, page by page. A long list is never read again as a whole: what is new comes to its
 * top, and what is deleted is taken out.
 */
export function usePictures({ operation, platform, days }: Filters) {
  const queries = useQueryClient()
  const queryKey = ['library', operation, platform, days]
  const since = useMemo(() => (days === 'any' ? undefined : new Date(Date.now() - days * DAY_MS).toISOString()), [days])
  const read = async (cursor: string | null): Promise<Page> => {
    const { items, nextCursor } = await session.client.me.images({
      limit: PER_PAGE,
      ...(cursor !== null && { cursor }),
      ...(operation && { operation }),
      ...(platform && { platform }),
      ...(since && { since }),
    })
    return { items, nextCursor }
  }
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Each further page would be compared with all pages before it.
    structuralSharing: false,
  })
  const change = (by: (pages: readonly Page[]) => Page[]) =>
    queries.setQueryData<InfiniteData<Page, string | null>>(
      queryKey,
      (data) => data && { ...data, pages: by(data.pages) },
    )

  return {
    list,
    pictures: useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]),

    /** Puts what was made since onto the top. */
    async addNew(): Promise<void> {
      const { items } = await read(null)
      change(([top, ...rest]) => {
        if (!top) return []
        const known = new Set(top.items.map(({ id }) => id))
        return [{ ...top, items: [...items.filter(({ id }) => !known.has(id)), ...top.items] }, ...rest]
      })
    },

    remove(ids: readonly number[]): void {
      const gone = new Set(ids)
      change((pages) => pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !gone.has(id)) })))
    },
  }
}
