import type { AssetRequest } from '../asset-request.ts'
import { type Box, inset, type Page, type Shape } from '../drawing-list.ts'
import type { FontBook } from '../fonts/font-book.ts'
import { breakColumns, type Column, spareOf, type Unit } from './break-columns.ts'
import { type ItemStyle, itemBlock, sectionBlock, sectionsOf } from './item-blocks.ts'
import type { Ground } from './palette.ts'
import { coverWith, cropTo, placeWhole } from './place-pictures.ts'
import { type Composition, compositionOf, setPiece } from './set-pieces.ts'
import { type Align, stack } from './text-blocks.ts'

/** One design of a menu. */
export interface MenuLayout {
  readonly id: string
  readonly columns: 1 | 2
  /** `band` runs across the top of the first page, `row` shows pictures whole below the head, `side` is a coloured column. */
  readonly pictures: 'none' | 'band' | 'row' | 'side'
  readonly align: Align
  readonly ground?: Ground
  readonly isFramed: boolean
  /** For that many dishes at most. */
  readonly most: number
}

/** In the order in which they are tried. */
export const MENU_LAYOUTS: readonly MenuLayout[] = [
  { id: 'menu-side', columns: 1, pictures: 'side', align: 'start', isFramed: false, most: 14 },
  { id: 'menu-band', columns: 1, pictures: 'band', align: 'start', isFramed: false, most: 10 },
  { id: 'menu-band-columns', columns: 2, pictures: 'band', align: 'start', isFramed: false, most: 400 },
  { id: 'menu-row', columns: 1, pictures: 'row', align: 'center', isFramed: true, most: 8 },
  { id: 'menu-row-columns', columns: 2, pictures: 'row', align: 'center', isFramed: false, most: 400 },
  { id: 'menu-classic', columns: 1, pictures: 'none', align: 'center', isFramed: true, most: 18 },
  { id: 'menu-columns', columns: 2, pictures: 'none', align: 'center', isFramed: false, most: 400 },
  { id: 'menu-list', columns: 1, pictures: 'none', align: 'start', isFramed: false, most: 400 },
]

const HEAD = ['logo', 'name', 'lead', 'offer'] as const
/** The share of the page for a band, and for pictures in a row at most. */
const BAND = 0.27
const ROW = 0.2
/** Where few dishes leave room. */
const LARGER = [0.45, 0.38, 0.32, 0.26]
/** The coloured column, as a share of the width. */
const SIDE = 0.34
/** The first page must have room for some dishes. */
const LEAST_COLUMN = 0.3

/** With pictures as large as few dishes leave room for. */
export function composeMenu(
  layout: MenuLayout,
  request: AssetRequest,
  book: FontBook,
  scale: number,
): Page[] | undefined {
  const usual = composeWith(layout, request, book, scale, layout.pictures === 'band' ? BAND : ROW)
  if (!usual || usual.length > 1 || (layout.pictures !== 'row' && layout.pictures !== 'band')) return usual
  for (const share of scale >= 1 ? LARGER : []) {
    const pages = composeWith(layout, request, book, scale, share)
    if (pages?.length === 1) return pages
  }
  return usual
}

function composeWith(
  layout: MenuLayout,
  request: AssetRequest,
  book: FontBook,
  scale: number,
  pictured: number,
): Page[] | undefined {
  if (request.copy.items.length > layout.most || request.copy.items.length === 0) return undefined
  const composition = compositionOf(request, layout, book)
  const { format, palette } = composition
  const page: Box = { x: 0, y: 0, width: format.width, height: format.height }
  const room = inset(page, layout.isFramed ? format.margin * 1.2 : format.margin)
  const opened = openPage(layout, composition, room, { scale, pictured })
  if (!opened) return undefined
  const contacts = stack(setPiece('contacts', composition, layout.pictures === 'side' ? 'start' : 'center'))(
    opened.foot.width,
    scale,
  )
  if (!contacts) return undefined
  const footer = contacts.height === 0 ? 0 : contacts.height + format.margin * 0.5

  const gap = format.margin * 0.8
  const frame: Shape[] = layout.isFramed
    ? [{ kind: 'outline', box: inset(page, format.margin * 0.5), color: palette.accent, width: 1.2 }]
    : []
  const ground: Shape[] = [{ kind: 'fill', box: page, color: palette.ground }, ...frame]
  const first: Box = { ...opened.rest, height: opened.rest.height - footer }
  const later: Box = { ...room, height: room.height - footer }
  const columns = layout.columns
  const widthOf = (box: Box) => (box.width - gap * (columns - 1)) / columns
  // Columns of all pages are as wide, so that prices stand below one another.
  if (Math.abs(widthOf(first) - widthOf(later)) > 1 && layout.pictures !== 'side') return undefined
  const units = setUnits(composition, layout, widthOf(first), scale)
  if (!units) return undefined
  const sheets = { columns, first: first.height, later: later.height }
  const broken = breakColumns(units, sheets)
  if (!broken || (layout.pictures === 'side' && broken.length > 1)) return undefined
  const stretch = spareOf(broken, sheets, WIDEST)
  const pages = broken.map((sheet, number): Page => {
    const box = number === 0 ? first : later
    const shapes = placeColumns(sheet, box, { gap, count: columns, isFromRight: composition.isFromRight }, stretch)
    return {
      width: page.width,
      height: page.height,
      shapes: [...ground, ...(number === 0 ? opened.shapes : []), ...shapes],
    }
  })
  const last = pages.at(-1)
  if (last && contacts.height > 0) {
    const box = pages.length === 1 ? opened.foot : room
    const y = room.y + room.height - contacts.height
    pages[pages.length - 1] = { ...last, shapes: [...last.shapes, ...contacts.place(box.x, y)] }
  }
  return pages
}

interface Opened {
  readonly shapes: readonly Shape[]
  /** Where the dishes stand on the first page. */
  readonly rest: Box
  readonly foot: Box
}

/** The head of the first page, with its pictures. */
function openPage(
  layout: MenuLayout,
  composition: Composition,
  room: Box,
  { scale, pictured }: { readonly scale: number; readonly pictured: number },
): Opened | undefined {
  const { format, request } = composition
  const { pictures } = request
  if ((layout.pictures === 'none') !== (pictures.length === 0)) return undefined
  if (layout.pictures === 'side') return openSide(composition, room, scale)
  const head = stack(HEAD.flatMap((piece) => setPiece(piece, composition, layout.align)))(
    room.width,
    Math.min(scale, HEAD_SCALE),
  )
  if (!head) return undefined
  const shapes: Shape[] = []
  let y = room.y
  if (layout.pictures === 'band') {
    const [picture] = pictures
    const height = pictured * format.height
    const part = picture && pictures.length === 1 ? cropTo(picture, format.width / height) : undefined
    if (!part) return undefined
    const box: Box = { x: 0, y: 0, width: format.width, height }
    shapes.push({ kind: 'picture', picture: 0, part, box, isBackdrop: false })
    y = height + format.margin * 0.7
  }
  shapes.push(...head.place(room.x, y))
  y += head.height + (head.height > 0 ? format.margin * 0.7 : 0)
  if (layout.pictures === 'row') {
    const placed = placeWhole(pictures, { ...room, y, height: pictured * format.height }, format.margin * 0.3)
    const [top, end] = [
      Math.min(...placed.map(({ box }) => box.y)),
      Math.max(...placed.map(({ box }) => box.y + box.height)),
    ]
    shapes.push(...placed.map((shape) => ({ ...shape, box: { ...shape.box, y: shape.box.y - top + y } })))
    y += end - top + format.margin * 0.7
  }
  const rest: Box = { ...room, y, height: room.y + room.height - y }
  return rest.height < LEAST_COLUMN * format.height ? undefined : { shapes, rest, foot: room }
}

/** A column in the colour of the brand with the name and the pictures, beside the dishes. */
function openSide(composition: Composition, room: Box, scale: number): Opened | undefined {
  const { format, request, palette } = composition
  const width = SIDE * format.width
  const dark = compositionOf(request, { ground: palette.isPaper ? 'main' : 'paper' }, composition.setter.book)
  const left = composition.isFromRight ? format.width - width : 0
  const inner: Box = {
    x: left + format.margin * 0.6,
    y: room.y,
    width: width - format.margin * 1.2,
    height: room.height,
  }
  const head = stack(HEAD.flatMap((piece) => setPiece(piece, dark, 'start')))(inner.width, Math.min(scale, SIDE_SCALE))
  if (!head) return undefined
  const y = inner.y + head.height + format.margin * 0.8
  const place: Box = { ...inner, y, height: inner.y + inner.height - y }
  if (place.height < ROW * format.height) return undefined
  const below: Box = { x: left, y, width, height: format.height - y }
  const placed =
    coverWith(request.pictures, below, format.margin * 0.1) ?? placeWhole(request.pictures, place, format.margin * 0.35)
  const end = Math.max(...placed.map(({ box }) => box.y + box.height))
  const reaches = placed.some(({ box }) => box.x === left)
  const down = (reaches ? format.height : inner.y + inner.height) - end
  const moved = placed.map((shape) => ({ ...shape, box: { ...shape.box, y: shape.box.y + down } }))
  const side: Shape = { kind: 'fill', box: { x: left, y: 0, width, height: format.height }, color: dark.palette.ground }
  const x = composition.isFromRight ? format.margin : width + format.margin * 0.9
  const rest: Box = { x, y: room.y, width: format.width - width - format.margin * 1.9, height: room.height }
  // In the middle of what the pictures leave, as on a cover.
  const top = Math.min(...moved.map(({ box }) => box.y))
  const drop = Math.max(0, (top - head.height) / 2 - inner.y)
  return { shapes: [side, ...head.place(inner.x, inner.y + drop), ...moved], rest, foot: rest }
}

/** Few dishes are set in large letters; their head keeps its place. */
const HEAD_SCALE = 1.25
const SIDE_SCALE = 0.85

function setUnits(composition: Composition, layout: MenuLayout, width: number, scale: number): Unit[] | undefined {
  const { format, palette, setter, request } = composition
  const style: ItemStyle = { size: format.sizes.item, min: format.least, palette, hasLeader: layout.align === 'center' }
  const units: Unit[] = []
  for (const section of sectionsOf(request.copy.items)) {
    if (section.name !== '') {
      const laid = sectionBlock(section, style, setter, layout.align)(width, scale)
      if (!laid) return undefined
      units.push({ laid, gap: style.size * 1.9 * scale, opens: true })
    }
    for (const [position, { item, index }] of section.items.entries()) {
      const laid = itemBlock(item, index, style, setter)(width, scale)
      if (!laid) return undefined
      units.push({ laid, gap: style.size * (position === 0 ? 0.55 : 0.75) * scale, opens: false })
    }
  }
  return units
}

/** Gaps of a page that is not full are that much wider at most. */
const WIDEST = 1.8

function placeColumns(
  columns: readonly Column[],
  box: Box,
  { gap, count, isFromRight }: { readonly gap: number; readonly count: number; readonly isFromRight: boolean },
  stretch: number,
): Shape[] {
  const width = (box.width - gap * (count - 1)) / count
  const longest = Math.max(...columns.map((column) => heightOf(column, stretch)))
  // What a single page has to spare is above and below its dishes.
  const top = box.y + (stretch === WIDEST ? (box.height - longest) * DROP : 0)
  return columns.flatMap((column, index) => {
    let y = top
    const own = levelled(column, stretch, longest)
    return column.flatMap(({ laid, gap: above, opens }, position) => {
      if (position > 0) y += above * (opens ? own : stretch)
      const shapes = laid.place(box.x + (isFromRight ? count - 1 - index : index) * (width + gap), y)
      y += laid.height
      return shapes
    })
  })
}

const DROP = 0.35
/** Columns beside one another end together, if gaps between sections that are this much wider make them do so. Dishes of all columns are as far apart. */
const WIDER = 2.2

const heightOf = (column: Column, stretch: number): number =>
  column.reduce((sum, { laid, gap }, index) => sum + laid.height + (index === 0 ? 0 : gap * stretch), 0)

/** How wide the gaps between the sections of a column are, so that it ends with the longest one. */
function levelled(column: Column, stretch: number, longest: number): number {
  const missing = longest - heightOf(column, stretch)
  const between = column.slice(1).reduce((sum, { opens, gap }) => sum + (opens ? gap * stretch : 0), 0)
  // A column that would stay shorter all the same ends where it does.
  return missing > between * (WIDER - 1) ? stretch : stretch * (1 + missing / Math.max(between, Number.EPSILON))
}
