import type { UserImage } from '@platelight/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { session } from '../session/dashboard-session.ts'
import { whenOf } from '../ui/format.ts'
import { MorePages } from '../ui/more-pages.tsx'
import { Problem } from '../ui/problem.tsx'
import { LiveJobs } from './live-jobs.tsx'
import { PictureDialog } from './picture-dialog.tsx'

export const PICTURES = ['library']
const PER_PAGE = 24

export function Page() {
  const t = messages.library
  const [open, setOpen] = useState<UserImage>()
  const pictures = useInfiniteQuery({
    queryKey: PICTURES,
    queryFn: async ({ pageParam }) =>
      session.client.me.images({ limit: PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = pictures.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <title>{`${t.title} · ${messages.name}`}</title>
      <h1>{t.title}</h1>
      <LiveJobs />
      <Problem error={pictures.error} />
      {pictures.isSuccess && all.length === 0 && (
        <section className="empty">
          <h2>{t.emptyTitle}</h2>
          <p>{t.empty}</p>
          <Link to="/" className="button main">
            {t.toStudio}
          </Link>
        </section>
      )}
      <ul className="grid">
        {all.map((picture) => (
          <li key={picture.id}>
            <button type="button" className="card" onClick={() => setOpen(picture)}>
              <img src={thumbnailOf(picture)} alt="" loading="lazy" decoding="async" />
              <span className="row">
                <strong>{picture.operation}</strong>
                <span className="quiet">{t.files(picture.outputs.length)}</span>
              </span>
              <span className="when">{whenOf(picture.created_at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <MorePages list={pictures} />
      {open && <PictureDialog picture={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The smallest of its files. */
function thumbnailOf({ outputs, url }: UserImage): string {
  const [smallest] = [...outputs].sort((a, b) => a.width * a.height - b.width * b.height)
  return smallest?.url ?? url
}
