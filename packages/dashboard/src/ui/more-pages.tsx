import { useEffect, useRef } from 'react'
import { messages } from '../messages/messages.ts'
import { Button } from './button.tsx'

interface MorePagesProps {
  /** A list that TanStack Query reads page by page. */
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

/** Reads the next page when its place comes near, or when asked. */
export function MorePages({ list: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MorePagesProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = end
    if (!current || !hasNextPage) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [hasNextPage, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="more">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? messages.loading : messages.more}
      </Button>
    </div>
  )
}
