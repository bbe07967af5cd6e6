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
  const candidates = rowsOf(pictures.length).map((lengths) => {
    let from = 0
    const rows = lengths.map((length) => {
      const aspects = pictures.slice(from, from + length).map(aspectOf)
      const first = from
      from += length
      const sum = aspects.reduce((total, one) => total + one, 0)
      return { first, aspects, height: (box.width - gap * (length - 1)) / sum }
    })
    const gaps = gap * (rows.length - 1)
    const scale = Math.min(1, (box.height - gaps) / rows.reduce((sum, { height }) => sum + height, 0))
    return { rows, scale, gaps }
  })
  // The arrangement that shows most.
  const area = ({ rows, scale }: (typeof candidates)[number]) =>
    rows.reduce(
      (sum, { height, aspects }) => sum + aspects.reduce((all, one) => all + one, 0) * (height * scale) ** 2,
      0,
    )
  const best = candidates.reduce((one, other) => (area(other) > area(one) ? other : one))
  const used = best.rows.reduce((sum, { height }) => sum + height * best.scale, 0) + best.gaps
  let y = box.y + (box.height - used) / 2
  return best.rows.flatMap(({ first, aspects, height }) => {
    const own = height * best.scale
    const widths = aspects.map((aspect) => aspect * own)
    const free = box.width - widths.reduce((sum, one) => sum + one, 0) - gap * (widths.length - 1)
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
    (lengths) => lengths.every((length) => length > 0) && lengths.reduce((sum, one) => sum + one, 0) === count,
  )
