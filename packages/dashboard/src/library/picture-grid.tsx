import type { UserImage } from '@platelight/sdk'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { libraryMessages as t } from '../messages/library-messages.ts'
import { operationName } from '../messages/operation-names.ts'
import { brieflyOf } from '../ui/format.ts'

/** As in the style sheet. */
const GAP = 16
const WIDEST = 260
const NARROWEST = 150
/** The lines below a picture. */
const WORDS = 62
/** Rows beyond the screen that are drawn, so that the Tab key finds the next one. */
const SPARE_ROWS = 3

interface PictureGridProps {
  readonly pictures: readonly UserImage[]
  readonly hasMore: boolean
  readonly onEndNear: () => void
  readonly onOpen: (picture: UserImage) => void
}

/** Tiles in rows of one height. Only the rows near the screen are in the page, however long the list is. */
export function PictureGrid({ pictures, hasMore, onEndNear, onOpen }: PictureGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    const measure = () => {
      const width = current.clientWidth
      const top = Math.round(current.getBoundingClientRect().top + window.scrollY)
      setPlace((before) => (before.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    // What stands above may grow, too.
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])

  const columns = columnsOf(place.width)
  const tile = (place.width - GAP * (columns - 1)) / columns
  const height = Math.round(tile + WORDS)
  const rows = Math.ceil(pictures.length / columns)
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => height,
    gap: GAP,
    overscan: SPARE_ROWS,
    scrollMargin: place.top,
  })
  useEffect(() => virtual.measure(), [height, virtual])

  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const isNearEnd = hasMore && (last === undefined || last.index >= rows - 2 * SPARE_ROWS)
  useEffect(() => {
    if (isNearEnd) onEndNear()
  }, [isNearEnd, onEndNear])

  const from = (first?.index ?? 0) * columns
  const style = {
    '--columns': columns,
    '--row': `${height}px`,
    paddingBlockStart: (first?.start ?? place.top) - place.top,
    paddingBlockEnd: last ? virtual.getTotalSize() - (last.end - place.top) : 0,
  } as CSSProperties
  return (
    <ul ref={list} className="grid" style={style}>
      {pictures.slice(from, ((last?.index ?? -1) + 1) * columns).map((picture, at) => (
        <Tile
          key={picture.id}
          picture={picture}
          place={from + at + 1}
          of={hasMore ? -1 : pictures.length}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  readonly picture: UserImage
  /** Its place in the list, from 1. */
  readonly place: number
  /** How many there are; -1 while that is not known. */
  readonly of: number
  readonly onOpen: (picture: UserImage) => void
}

/** Drawn once for as long as it is near the screen. */
const Tile = memo(({ picture, place, of, onOpen }: TileProps) => (
  <li aria-posinset={place} aria-setsize={of}>
    <button type="button" className="card" onClick={() => onOpen(picture)}>
      <img src={`${picture.url}?size=thumbnail`} alt="" decoding="async" />
      <span className="row">
        <strong>{operationName(picture.operation)}</strong>
        <span className="quiet">{t.files(picture.outputs.length)}</span>
      </span>
      <span className="when">{brieflyOf(picture.created_at)}</span>
    </button>
  </li>
))

/** Two on a phone, and as many as are not wider than they need to be. */
const columnsOf = (width: number): number =>
  Math.max(1, Math.min(Math.floor((width + GAP) / (NARROWEST + GAP)), Math.ceil((width + GAP) / (WIDEST + GAP))))
