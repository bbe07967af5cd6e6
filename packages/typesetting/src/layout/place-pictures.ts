import type { AssetPicture } from '../asset-request.ts'
import type { Box, Part, PictureShape } from '../drawing-list.ts'
import type { Align } from './text-blocks.ts'

const aspectOf = ({ width, height }: { readonly width: number; readonly height: number }) => width / height
const WHOLE: Part = { x: 0, y: 0, width: 1, height: 1 }
/** Around a dish, in shares of its sides. */
const AIR = 0.05
/** A difference of shape that nobody sees. */
const ALIKE = 0.01

/**
 * The part of a picture with these proportions that shows the dish whole, in the middle as far as the picture reaches.
 * Undefined if there is none, or if it is not sure where the dish is.
 *
 * @param above how far up the middle of the dish should stand, as a share of the height
 */
export function cropTo(picture: AssetPicture, aspect: number, above = 0.5): Part | undefined {
  const own = aspectOf(picture)
  if (Math.abs(own / aspect - 1) < ALIKE) return WHOLE
  const { dish } = picture
  if (!dish) return undefined
  const [width, height] = aspect > own ? [1, own / aspect] : [aspect / own, 1]
  const air = { width: Math.min(1, dish.width * (1 + 2 * AIR)), height: Math.min(1, dish.height * (1 + 2 * AIR)) }
  if (air.width > width + ALIKE || air.height > height + ALIKE) return undefined
  const within = (middle: number, size: number) => Math.min(1 - size, Math.max(0, middle - size / 2))
  const x = within(dish.x + dish.width / 2, width)
  const y = within(dish.y + dish.height / 2 + (0.5 - above) * height, height)
  // Its air may end at the border of the picture, but the dish is never cut.
  const holds = (start: number, size: number, from: number, length: number) =>
    start >= from - ALIKE && start + size <= from + length + ALIKE
  return holds(dish.x, dish.width, x, width) && holds(dish.y, dish.height, y, height)
    ? { x, y, width, height }
    : undefined
}

/**
 * Pictures that fill the upper part of a box from border to border: cells of the same size if each dish stays whole in its
 * cell, or else whole pictures in rows. Undefined if they would be higher than the box.
 */
export function coverWith(pictures: readonly AssetPicture[], box: Box, gap: number): PictureShape[] | undefined {
  const columns = pictures.length === 1 || pictures.length === 3 ? pictures.length : 2
  const rows = Math.ceil(pictures.length / columns)
  for (let height = box.height; height > LEAST_COVER * box.height; height *= LOWER) {
    const cell = { width: (box.width - gap * (columns - 1)) / columns, height: (height - gap * (rows - 1)) / rows }
    const parts = pictures.map((picture) => cropTo(picture, cell.width / cell.height))
    const at = (index: number): Box => ({
      x: box.x + (index % columns) * (cell.width + gap),
      y: box.y + Math.floor(index / columns) * (cell.height + gap),
      ...cell,
    })
    const placed = parts.flatMap((part, picture): PictureShape[] =>
      part ? [{ kind: 'picture', picture, part, box: at(picture), isBackdrop: false }] : [],
    )
    if (placed.length === pictures.length) return placed
  }
  const [largest] = arrangements(pictures, box, gap)
    .filter(({ scale }) => scale === 1)
    .sort((one, other) => other.area - one.area)
  return largest && place(largest, { ...box, height: largest.height }, gap, 'center')
}

const LEAST_COVER = 0.6
const LOWER = 0.94

/** Something of these proportions in the middle of a box, as large as it can be. */
export function fitInto(aspect: number, box: Box, upper = 0.5): Box {
  const width = Math.min(box.width, box.height * aspect)
  const height = width / aspect
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) * upper, width, height }
}

/** Whole pictures in rows of the same height, as large as they can be in the box. */
export function placeWhole(
  pictures: readonly AssetPicture[],
  box: Box,
  gap: number,
  align: Align = 'center',
): PictureShape[] {
  const best = arrangements(pictures, box, gap).reduce((one, other) => (other.area > one.area ? other : one))
  return place(best, box, gap, align)
}

/**
 * Whole pictures in rows that fill the height of a box from its left border on, as wide as they can be. Undefined if they
 * would be wider than the box.
 */
export function fillHeight(pictures: readonly AssetPicture[], box: Box, gap: number): PictureShape[] | undefined {
  const widths = arrangements(pictures, box, gap)
    .map(({ rows }) => {
      const gapsOf = ({ aspects }: (typeof rows)[number]) => gap * (aspects.length - 1)
      const free = box.height - gap * (rows.length - 1) + sumOf(rows.map((row) => gapsOf(row) / sumOf(row.aspects)))
      return free / sumOf(rows.map(({ aspects }) => 1 / sumOf(aspects)))
    })
    .filter((width) => width <= box.width)
  if (widths.length === 0) return undefined
  return placeWhole(pictures, { ...box, width: Math.max(...widths) }, gap)
}

interface Arrangement {
  /** The first picture of each row, the proportions of its pictures, and its height across the box. */
  readonly rows: readonly { readonly first: number; readonly aspects: readonly number[]; readonly height: number }[]
  /** 1 if rows reach from border to border, less if the box is too low for that. */
  readonly scale: number
  readonly height: number
  readonly area: number
}

function arrangements(pictures: readonly AssetPicture[], box: Box, gap: number): Arrangement[] {
  return rowsOf(pictures.length).map((lengths) => {
    let from = 0
    const rows = lengths.map((length) => {
      const aspects = pictures.slice(from, from + length).map(aspectOf)
      const first = from
      from += length
      return { first, aspects, height: (box.width - gap * (length - 1)) / sumOf(aspects) }
    })
    const gaps = gap * (rows.length - 1)
    const full = sumOf(rows.map(({ height }) => height))
    const scale = Math.min(1, (box.height - gaps) / full)
    const area = sumOf(rows.map(({ height, aspects }) => sumOf(aspects) * (height * scale) ** 2))
    return { rows, scale, height: full * scale + gaps, area }
  })
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

function place({ rows, scale, height: used }: Arrangement, box: Box, gap: number, align: Align): PictureShape[] {
  let y = box.y + (box.height - used) / 2
  return rows.flatMap(({ first, aspects, height }) => {
    const own = height * scale
    const widths = aspects.map((aspect) => aspect * own)
    const free = box.width - sumOf(widths) - gap * (widths.length - 1)
    let x = box.x + (align === 'center' ? free / 2 : 0)
    const shapes = widths.map((width, index): PictureShape => {
      const shape: PictureShape = {
        kind: 'picture',
        picture: first + index,
        part: WHOLE,
        box: { x, y, width, height: own },
        isBackdrop: false,
      }
      x += width + gap
      return shape
    })
    y += own + gap
    return shapes
  })
}

const rowsOf = (count: number): number[][] =>
  [[count], [1, count - 1], [count - 1, 1], [2, count - 2], Array<number>(count).fill(1)].filter(
    (lengths) => lengths.every((length) => length > 0) && sumOf(lengths) === count,
  )
