import { HERO_FRAME } from '../framing/frame-rules.ts'
import { startInside } from '../framing/place-span.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'

/** The sides at which the photo cuts the dish. */
export interface CutSides {
  readonly left: boolean
  readonly right: boolean
  readonly top: boolean
  readonly bottom: boolean
}

/** The extent of the dish in the mask's pixels. Where the photo cuts it, its box ends at the edge of the photo. */
export interface DishExtent {
  readonly box: Box
  readonly cut: CutSides
}

/**
 * Share of a row or column from which it belongs to the dish, and share of a side from which the photo cuts the dish
 * there.
 */
const MIN_LINE = 0.003
const MIN_CUT = 0.015
/** Distance from the edge at which a mask may end where the dish is cut: networks fade out near the edge. */
const EDGE = 2

/** Finds the extent of the dish and the sides at which the photo cuts it; undefined if the mask is empty. */
export function dishExtent({ alpha, width, height }: SoftMask): DishExtent | undefined {
  const rows = new Uint32Array(height)
  const columns = new Uint32Array(width)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (alpha[i] < 96) continue
      rows[y] += 1
      columns[x] += 1
    }
  }
  const [first, last] = span(rows, MIN_LINE * width)
  const [left, right] = span(columns, MIN_LINE * height)
  if (first > last || left > right) return undefined
  const meets = (lines: Uint32Array, at: number, across: number) => (lines[at] ?? 0) >= Math.max(1, MIN_CUT * across)
  const cut = {
    left: left <= EDGE && meets(columns, Math.min(width - 1, EDGE), height),
    right: right >= width - 1 - EDGE && meets(columns, Math.max(0, width - 1 - EDGE), height),
    top: first <= EDGE && meets(rows, Math.min(height - 1, EDGE), width),
    bottom: last >= height - 1 - EDGE && meets(rows, Math.max(0, height - 1 - EDGE), width),
  }
  const box = { left: cut.left ? 0 : left, top: cut.top ? 0 : first }
  const end = { right: cut.right ? width : right + 1, bottom: cut.bottom ? height : last + 1 }
  return { box: { ...box, width: end.right - box.left, height: end.bottom - box.top }, cut }
}

const span = (counts: Uint32Array, least: number): readonly [number, number] => {
  let [first, last] = [0, counts.length - 1]
  while (first < counts.length && counts[first] <= least) first++
  while (last >= 0 && counts[last] <= least) last--
  return [first, last]
}

/** The placement of a dish in its frame, in pixels of the result. */
export interface FramePlacement {
  readonly width: number
  readonly height: number
  /** Pixels of the result for each pixel of the photo. */
  readonly scale: number
  /** Position of the top left corner of the dish's box; outside the frame where the frame cuts the dish. */
  readonly left: number
  readonly top: number
  /** Whether the frame cuts off more of the dish than the photo did. */
  readonly crops: boolean
}

const { fill: FILL, fillCut: FILL_CUT, middle: MIDDLE } = HERO_FRAME

const LONGEST = 2048
const SHORTEST = 512
/** The largest enlargement of a dish, unless the frame would become smaller than `SHORTEST`. */
export const MAX_ENLARGEMENT = 1.5

/** A position in the box of a dish: shares of its width and height. */
export interface BoxPosition {
  readonly x: number
  readonly y: number
}

const MIDDLE_OF_BOX: BoxPosition = { x: 0.5, y: 0.5 }

/**
 * Places a dish in a frame with room around it. A side that the photo cuts meets the frame's edge, and such a dish is placed
 * closer, so that it looks like a close-up and not like a broken plate. Where the dish is larger than the frame, the frame
 * shows the food.
 *
 * @param dish size of its box in pixels of the photo
 * @param aspect width over height of the frame
 * @param food position of the food in the box of the dish
 */
export function placeInFrame(
  dish: Size,
  cut: CutSides,
  { aspect, fromAbove, food = MIDDLE_OF_BOX }: { aspect: number; fromAbove: boolean; food?: BoxPosition },
): FramePlacement {
  const unit = aspect >= 1 ? { width: 1, height: 1 / aspect } : { width: aspect, height: 1 }
  const whole = !Object.values(cut).some(Boolean)
  const across = { room: unit.width / dish.width, ends: Number(cut.left) + Number(cut.right), fill: FILL.across }
  const down = { room: unit.height / dish.height, ends: Number(cut.top) + Number(cut.bottom), fill: FILL.down }
  const fillScale = ({ room, ends, fill }: { room: number; ends: number; fill: number }) =>
    room * (ends === 2 ? 1 : whole ? fill : FILL_CUT)
  // A dish that continues at both sides must reach both edges, whatever the other direction would prefer.
  const forced = [across, down].filter(({ ends }) => ends === 2).map(fillScale)
  const perPixel = forced.length > 0 ? Math.max(...forced) : Math.min(fillScale(across), fillScale(down))
  const long = Math.round(Math.max(SHORTEST, Math.min(LONGEST, MAX_ENLARGEMENT / perPixel)))
  const scale = perPixel * long
  const width = Math.max(1, Math.round(unit.width * long))
  const height = Math.max(1, Math.round(unit.height * long))
  const size = { width: dish.width * scale, height: dish.height * scale }
  const middle = fromAbove || !whole ? MIDDLE.above : MIDDLE.side
  const left = offsetInFrame(size.width, width, { before: cut.left, after: cut.right, middle: 0.5, food: food.x })
  const top = offsetInFrame(size.height, height, { before: cut.top, after: cut.bottom, middle, food: food.y })
  const crops = size.width > width + 1.5 || size.height > height + 1.5
  return { width, height, scale, left: Math.round(left), top: Math.round(top), crops }
}

interface AlongOneSide {
  readonly before: boolean
  readonly after: boolean
  /** Where the middle of a whole dish goes, as a share of the frame. */
  readonly middle: number
  /** Where the food is, as a share of the dish. */
  readonly food: number
}

const offsetInFrame = (size: number, frame: number, { before, after, middle, food }: AlongOneSide): number => {
  if (size >= frame) return clamp(frame / 2 - food * size, frame - size, 0)
  if (before) return 0
  return after ? frame - size : startInside(frame * middle, size, frame)
}
