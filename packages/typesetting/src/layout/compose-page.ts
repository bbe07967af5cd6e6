import type { AssetRequest } from '../asset-request.ts'
import { type Box, type CutOutShape, inset, type Page, type PictureShape, type Shape } from '../drawing-list.ts'
import type { FontBook } from '../fonts/font-book.ts'
import { COMFORTABLE } from './formats.ts'
import type { PageLayout, Piece } from './page-layouts.ts'
import { veilOf } from './palette.ts'
import { coverWith, cropTo, fillHeight, fitInto, placeWhole } from './place-pictures.ts'
import { type Composition, compositionOf, setPieces } from './set-pieces.ts'
import { type Align, stack } from './text-blocks.ts'

/** One page of a design at that size of letters; undefined if it does not fit. */
export function composePage(
  layout: PageLayout,
  request: AssetRequest,
  book: FontBook,
  scale: number,
): Page | undefined {
  const composition = compositionOf(request, layout, book)
  const { format, palette } = composition
  const page: Box = { x: 0, y: 0, width: format.width, height: format.height }
  const ground: Shape = { kind: 'fill', box: page, color: palette.ground }
  const frame: Shape[] = layout.isFramed
    ? [{ kind: 'outline', box: inset(page, format.margin * 0.5), color: palette.accent, width: format.margin * 0.035 }]
    : []
  const shapes = ARRANGE[layout.side](
    layout,
    composition,
    inset(page, layout.isFramed ? format.margin * 1.25 : format.margin),
    scale,
  )
  return shapes && { width: page.width, height: page.height, shapes: [ground, ...frame, ...shapes] }
}

type Arrange = (layout: PageLayout, composition: Composition, room: Box, scale: number) => Shape[] | undefined

/** Text in a box, in the middle of its height. Contacts stand at the lower end. */
function setColumn(
  pieces: readonly Piece[],
  composition: Composition,
  align: Align,
  box: Box,
  scale: number,
): Shape[] | undefined {
  const upper = stack(
    setPieces(
      pieces.filter((piece) => piece !== 'contacts'),
      composition,
      align,
    ),
  )(box.width, scale)
  const lower = stack(
    setPieces(
      pieces.filter((piece) => piece === 'contacts'),
      composition,
      align,
    ),
  )(box.width, scale)
  if (!upper || !lower) return undefined
  const gap = lower.height > 0 ? composition.format.sizes.contact * 1.8 : 0
  const left = box.height - upper.height - lower.height - gap
  if (left < 0) return undefined
  return [...upper.place(box.x, box.y + left / 2), ...lower.place(box.x, box.y + box.height - lower.height)]
}

const above: Arrange = (layout, composition, room, scale) => {
  const { format, request } = composition
  if (layout.picture === 'none') return setColumn(layout.last, composition, layout.align, room, scale)
  const text = stack(setPieces(layout.last, composition, layout.align))(room.width, scale)
  if (!text) return undefined
  const gap = format.margin * 0.85
  const most = format.height - text.height - format.margin - gap
  const tried = Math.max(most, layout.least * format.height)
  const placed =
    layout.picture === 'cover'
      ? coverAbove(composition, tried)
      : placeWhole(request.pictures, { ...room, height: tried - format.margin }, format.margin * 0.3, layout.align)
  if (!placed) return undefined
  const end = Math.max(...placed.map(({ box }) => box.y + box.height))
  if (end > most) return undefined
  const start = end + gap
  const box = { ...room, y: start, height: format.height - format.margin - start }
  const words = setColumn(layout.last, composition, layout.align, box, scale)
  return words && [...placed, ...words]
}

/** Pictures across the page, as high as they may be without cutting a dish or their own borders. */
function coverAbove({ request, format }: Composition, most: number): PictureShape[] | undefined {
  const [picture] = request.pictures
  const room: Box = { x: 0, y: 0, width: format.width, height: most }
  if (!picture) return undefined
  if (request.pictures.length > 1) return coverWith(request.pictures, room, format.margin * SEAM)
  const own = (format.width * picture.height) / picture.width
  for (const height of [most, own].filter((one) => one <= most)) {
    const part = cropTo(picture, format.width / height)
    if (part) return [{ kind: 'picture', picture: 0, part, box: { ...room, height }, isBackdrop: false }]
  }
  return undefined
}

/** Between pictures that reach the borders of the page, in margins. */
const SEAM = 0.1

const between: Arrange = (layout, composition, room, scale) => {
  const { format } = composition
  const first = stack(setPieces(layout.first, composition, layout.align))(room.width, scale)
  const last = stack(setPieces(layout.last, composition, layout.align))(room.width, scale)
  if (!first || !last) return undefined
  const gap = format.margin * 0.6
  const y = room.y + first.height + (first.height > 0 ? gap : 0)
  const end = room.y + room.height - last.height - (last.height > 0 ? gap : 0)
  if (end - y < layout.least * format.height) return undefined
  const place = { ...room, y, height: end - y }
  const placed = pictureIn(layout, composition, place)
  if (!placed) return undefined
  const top = Math.min(...placed.map(({ box }) => box.y))
  const used = Math.max(...placed.map(({ box }) => box.y + box.height)) - top
  if (used < LEAST_FILLED * layout.least * format.height) return undefined
  // What a picture leaves of its place is shared out around the text, too.
  const share = (place.height - used) / 4
  return [
    ...placed,
    ...first.place(room.x, room.y + share),
    ...last.place(room.x, room.y + room.height - last.height - share),
  ]
}

/** How much of its least place a picture has to fill. */
const LEAST_FILLED = 0.7

function pictureIn(
  layout: PageLayout,
  { request, format }: Composition,
  place: Box,
): (PictureShape | CutOutShape)[] | undefined {
  const [picture] = request.pictures
  if (!picture) return undefined
  if (layout.picture === 'whole') {
    return placeWhole(request.pictures, place, format.margin * 0.3)
  }
  if (request.pictures.length > 1) return undefined
  if (layout.picture === 'cut-out') {
    return (
      picture.cutOut && [
        { kind: 'cut-out', picture: 0, box: fitInto(picture.cutOut.width / picture.cutOut.height, place) },
      ]
    )
  }
  const isUpright = layout.side === 'between'
  const box: Box = isUpright ? { x: 0, y: place.y, width: format.width, height: place.height } : place
  const part = cropTo(picture, box.width / box.height)
  return part && [{ kind: 'picture', picture: 0, part, box, isBackdrop: false }]
}

const beside =
  (isFirst: boolean): Arrange =>
  (layout, composition, room, scale) => {
    const { format, isFromRight } = composition
    // Pages that are read from the right are mirrored.
    const isLeft = isFirst !== isFromRight
    const gap = format.margin * 1.2
    for (const { placed, reaches } of picturesBeside(layout, composition, room, scale)) {
      const left = Math.min(...placed.map(({ box }) => box.x))
      const right = Math.max(...placed.map(({ box }) => box.x + box.width))
      // The picture stands at its border, so that the text has the rest.
      const border = reaches ? 0 : room.x
      const shift = isLeft ? border - left : format.width - border - right
      const moved = placed.map((shape) => ({ ...shape, box: { ...shape.box, x: shape.box.x + shift } }))
      const from = isLeft ? right + shift + gap : room.x
      const to = isLeft ? room.x + room.width : left + shift - gap
      const words = setColumn(layout.last, composition, layout.align, { ...room, x: from, width: to - from }, scale)
      if (words) return [...moved, ...words]
    }
    return undefined
  }

/** The ways in which pictures may stand beside text, the largest first. Some reach the borders of the page. */
function picturesBeside(layout: PageLayout, composition: Composition, room: Box, scale: number) {
  const { format, request } = composition
  const page: Box = { x: 0, y: 0, width: WIDEST * format.width, height: format.height }
  const full = layout.picture === 'whole' ? fillHeight(request.pictures, page, format.margin * SEAM) : undefined
  // Text becomes smaller before such pictures do.
  if (full && scale > COMFORTABLE) return [{ placed: full, reaches: true }]
  const inRoom = [layout.least * 1.35, layout.least].flatMap((share) => {
    const reaches = layout.picture === 'cover'
    const width = share * format.width
    const placed = pictureIn(layout, composition, reaches ? { ...page, width } : { ...room, width })
    return placed ? [{ placed, reaches }] : []
  })
  return full ? [{ placed: full, reaches: true }, ...inRoom] : inRoom
}

/** The share of the width that pictures beside text take at most. */
const WIDEST = 0.5

const behind: Arrange = (layout, composition, room, scale) => {
  const { format, palette, request } = composition
  const [picture] = request.pictures
  if (!picture || request.pictures.length > 1) return undefined
  const text = stack(setPieces(layout.last, composition, layout.align))(room.width, scale)
  if (!text) return undefined
  const top = room.y + room.height - text.height
  const clear = (top - format.margin) / format.height
  if (clear < layout.least) return undefined
  const page: Box = { x: 0, y: 0, width: format.width, height: format.height }
  const part = cropTo(picture, format.width / format.height, clear / 2)
  // The dish stands above the text.
  const { dish } = picture
  if (!part || (dish && (dish.y + dish.height - part.y) / part.height > clear + OVERLAP)) return undefined
  const start = top - format.margin * 2.4
  const veil: Box = { x: 0, y: start, width: format.width, height: format.height - start }
  const solidFrom = (top - format.margin * 0.4 - start) / veil.height
  return [
    { kind: 'picture', picture: 0, part, box: page, isBackdrop: true },
    { kind: 'scrim', box: veil, color: palette.ground, alpha: veilOf(palette, LEAST_VEIL), side: 'bottom', solidFrom },
    ...text.place(room.x, top),
  ]
}

/** How far a dish may reach into the text, as a share of the page. */
const OVERLAP = 0.03
const LEAST_VEIL = 0.82

const ARRANGE: Readonly<Record<PageLayout['side'], Arrange>> = {
  above,
  between,
  left: beside(true),
  right: beside(false),
  behind,
}
