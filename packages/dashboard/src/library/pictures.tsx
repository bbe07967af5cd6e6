import type { UserImage } from '@platelight/sdk'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { ALL, type Filters } from './library-filters.tsx'
import { LiveJobs } from './live-jobs.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { useDeletions } from './use-deletions.ts'
import { usePictures } from './use-pictures.ts'

interface PicturesProps {
  readonly filters: Filters
  readonly onShowAll: () => void
}

/** Finished pictures as tiles, with what is in progress above them. */
export function Pictures({ filters, onShowAll }: PicturesProps) {
  const [open, setOpen] = useState<UserImage>()
  const { list, pictures, addNew, remove } = usePictures(filters)
  const deletions = useDeletions(remove)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const hidden = deletions.hidden.join()
  const shown = useMemo(() => {
    const without = new Set(hidden.split(',').map(Number))
    return hidden === '' ? pictures : pictures.filter(({ id }) => !without.has(id))
  }, [pictures, hidden])
  const isEmpty = list.isSuccess && shown.length === 0 && !hasNextPage
  return (
    <>
      <LiveJobs onFinished={() => void addNew()} />
      <Problem error={list.error ?? deletions.error} />
      {isEmpty && filters === ALL && (
        <section className="empty">
          <h2>{t.emptyTitle}</h2>
          <p>{t.empty}</p>
          <Link to="/" className="button main">
            {t.toStudio}
          </Link>
        </section>
      )}
      {isEmpty && filters !== ALL && (
        <section className="empty">
          <p>{t.noneFits}</p>
          <Button onClick={onShowAll}>{t.allAgain}</Button>
        </section>
      )}
      {list.isSuccess && !isEmpty && (
        <PictureGrid pictures={shown} hasMore={hasNextPage} onEndNear={more} onOpen={setOpen} />
      )}
      {deletions.pending.length > 0 && (
        <div className="undo" role="status">
          <p>
            <strong>{t.deleted(deletions.pending.length)}</strong> <small>{t.gone}</small>
          </p>
          <Button autoFocus onClick={deletions.undo}>
            {t.undo}
          </Button>
        </div>
      )}
      {open && (
        <PictureDialog
          picture={open}
          onClose={() => setOpen(undefined)}
          onDelete={() => {
            setOpen(undefined)
            deletions.remove(open.id)
          }}
        />
      )}
    </>
  )
}
