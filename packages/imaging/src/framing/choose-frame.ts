import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Dish } from '../segmentation/dish.ts'
import { type Insets, openSides, type Side } from './extend/open-sides.ts'
import { type ImageShot, RATIOS } from './shot-sizes.ts'

/** Where the dish of a picture is, for placing frames. */
export interface DishLocation {
  /** In the picture's pixels; nothing where no dish was found. */
  readonly dish: Dish | undefined
  /** The mask it was taken from, on a copy of any size; without one the dish is its box. */
  readonly mask?: SoftMask
  /** Share of the dish that may be missing at the rim of the mask; a frame has to hold that much more. */
  readonly error?: number
  /** As large as the dish may turn out to be, where that is in doubt: its box, or all that may belong to it. */
  readonly atMost?: Dish | SoftMask
}

export interface Framing {
  /** The frame in the picture's pixels. Where the dish needs more room than the photo has it reaches beyond the borders. */
  readonly window: Box
  /** What must be added around the picture; undefined where the frame lies inside. */
  readonly insets?: Insets
  /** How much of the dish is in the frame, 0–1. */
  readonly inside: number
  /** False when part of the dish is outside the frame. */
  readonly dishInside: boolean
  /** The dish may be larger than it was taken to be, and then some of it is outside. */
  readonly unsure?: true
}

/** A frame that holds this share of the dish holds the dish. */
export const WHOLE_DISH = 0.98
/** Room left beside a dish for which a picture is extended, as a share of the dish. */
const MARGIN = 0.04
/** At most this share of the photo's side is added at one border; more is no photo of the place any more. */
const MOST_ADDED = 0.5

/**
 * Places a shot in a picture: the largest part of that shape, exactly, that holds the dish; where none does, the smallest
 * frame that does, reaching beyond the borders at which the surface can be continued; where the photo itself cuts the
 * dish there, the part that shows most of it.
 *
 * @example const { window, insets, dishInside } = frame(pixels, { dish }, 'square')
 */
export function chooseFrame(picture: Size, where: DishLocation, shot: ImageShot): Framing {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  if (shot === 'original') return { window: whole, inside: 1, dishInside: true }
  const size = largestOfShape(picture, shot)
  const { dish } = where
  if (!dish) {
    const left = Math.round((picture.width - size.width) / 2)
    const top = Math.round((picture.height - size.height) / 2)
    return { window: { left, top, ...size }, inside: 1, dishInside: true }
  }
  const window = {
    left: place(picture.width, size.width, dish.left, dish.width, focusWithin(where, 'x', size.width, picture.width)),
    top: place(
      picture.height,
      size.height,
      dish.top,
      dish.height,
      focusWithin(where, 'y', size.height, picture.height),
    ),
    ...size,
  }
  const inside = shareInside(picture, { ...where, dish }, window)
  const told = (framing: Framing): Framing =>
    mayBeCut(picture, where, framing.window) ? { ...framing, unsure: true } : framing
  if (inside >= WHOLE_DISH + (where.error ?? 0)) return told({ window, inside, dishInside: true })
  const wider = frameBeyond(picture, { ...where, dish }, shot)
  if (!wider) return told({ window, inside, dishInside: false })
  return told({ window: wider, insets: insetsOf(picture, wider), inside: 1, dishInside: true })
}

/** Whether as much of what the dish may be lies outside of a frame as would be told if it were sure. */
function mayBeCut(picture: Size, { atMost, error = 0 }: DishLocation, window: Box): boolean {
  if (!atMost) return false
  if (!('alpha' in atMost)) return shareInside(picture, { dish: atMost }, window) < WHOLE_DISH
  const dish = { left: 0, top: 0, ...picture, focus: { x: 0, y: 0 } }
  return shareInside(picture, { dish, mask: atMost }, window) < WHOLE_DISH + error
}

/** The largest size of a shot's shape inside a picture: whole multiples of the shape, if there is room for one. */
function largestOfShape({ width, height }: Size, shot: Exclude<ImageShot, 'original'>): Size {
  const [across, down] = RATIOS[shot]
  const units = Math.floor(Math.min(width / across, height / down))
  if (units >= 1) return { width: units * across, height: units * down }
  return {
    width: Math.max(1, Math.min(width, Math.round((height * across) / down))),
    height: Math.max(1, Math.min(height, Math.round((width * down) / across))),
  }
}

/** Where a window of `size` begins inside `whole`: centred on the dish if that fits, else on where most of it is. */
function place(whole: number, size: number, from: number, length: number, focus: () => number): number {
  const centre = length <= size ? from + length / 2 : focus()
  return Math.max(0, Math.min(whole - size, Math.round(centre - size / 2)))
}

/** The middle of that window of a given length which holds most of the mask, in the picture's pixels. */
const focusWithin =
  ({ dish, mask }: DishLocation, axis: 'x' | 'y', length: number, whole: number) =>
  (): number => {
    if (!dish) return 0
    if (!mask) return dish.focus[axis]
    const sums = sumsAlong(mask, axis)
    const size = Math.max(1, Math.round((length / whole) * sums.length))
    let held = 0
    let [best, first, last] = [-1, 0, 0]
    for (let i = 0; i < sums.length; i++) {
      held += sums[i]
      if (i >= size) held -= sums[i - size]
      if (i < size - 1) continue
      if (held > best) first = i
      if (held >= best) [best, last] = [held, i]
    }
    return (((first + last) / 2 + 1 - size / 2) / sums.length) * whole
  }

function sumsAlong({ alpha, width, height }: SoftMask, axis: 'x' | 'y'): Float64Array {
  const sums = new Float64Array(axis === 'x' ? width : height)
  for (let i = 0; i < alpha.length; i++) {
    const at = axis === 'x' ? i % width : Math.floor(i / width)
    sums[at] += alpha[i]
  }
  return sums
}

type KnownDish = DishLocation & { readonly dish: Dish }

/**
 * How much of the dish a frame holds: of its mask within its box, so that chopsticks count for nothing, or of its box.
 *
 * @param window in the picture's pixels
 */
export function shareInside(picture: Size, { dish, mask }: KnownDish, window: Box): number {
  const overlap = (from: number, length: number, other: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, other + otherLength) - Math.max(from, other))
  if (!mask) {
    const area = dish.width * dish.height
    return (
      (overlap(dish.left, dish.width, window.left, window.width) *
        overlap(dish.top, dish.height, window.top, window.height)) /
      area
    )
  }
  const [across, down] = [mask.width / picture.width, mask.height / picture.height]
  let [all, held] = [0, 0]
  for (let y = Math.floor(dish.top * down); y < Math.min(mask.height, (dish.top + dish.height) * down); y++) {
    const isRowIn = y + 0.5 >= window.top * down && y + 0.5 <= (window.top + window.height) * down
    for (let x = Math.floor(dish.left * across); x < Math.min(mask.width, (dish.left + dish.width) * across); x++) {
      const value = mask.alpha[y * mask.width + x]
      all += value
      if (isRowIn && x + 0.5 >= window.left * across && x + 0.5 <= (window.left + window.width) * across) held += value
    }
  }
  return all === 0 ? 1 : held / all
}

/** The smallest frame that holds the dish with some room, if the borders it would cross can be crossed. */
function frameBeyond(picture: Size, { dish, mask }: KnownDish, shot: Exclude<ImageShot, 'original'>): Box | undefined {
  const open = mask ? openSides(mask) : openBeside(picture, dish)
  const margin = (side: Side, length: number) => (open[side] ? MARGIN * length : 0)
  const left = dish.left - margin('left', dish.width)
  const right = dish.left + dish.width + margin('right', dish.width)
  const top = dish.top - margin('top', dish.height)
  const bottom = dish.top + dish.height + margin('bottom', dish.height)
  const [across, down] = RATIOS[shot]
  const units = Math.ceil(Math.max((right - left) / across, (bottom - top) / down))
  const size = { width: units * across, height: units * down }
  const x = settle(picture.width, size.width, left, right, open.left, open.right)
  const y = settle(picture.height, size.height, top, bottom, open.top, open.bottom)
  return x === undefined || y === undefined ? undefined : { left: x, top: y, ...size }
}

/** Where a window begins along one axis so that it holds what must be in it and adds as little as it can. */
function settle(
  whole: number,
  size: number,
  from: number,
  to: number,
  openBefore: boolean,
  openAfter: boolean,
): number | undefined {
  const centred = Math.round((from + to) / 2 - size / 2)
  const [low, high] = [Math.ceil(to - size), Math.floor(from)]
  const least = openBefore ? Math.min(low, 0) : 0
  const most = openAfter ? Math.max(high, whole - size) : whole - size
  if (size <= whole) {
    // Inside if the dish allows; its margin may reach a little beyond.
    const start = Math.max(
      Math.max(low, least),
      Math.min(Math.min(high, most), Math.max(0, Math.min(whole - size, centred))),
    )
    return isModest(whole, size, start) ? start : undefined
  }
  if (!openBefore && !openAfter) return undefined
  const start = !openBefore ? 0 : !openAfter ? whole - size : Math.max(whole - size, Math.min(0, centred))
  return isModest(whole, size, start) ? start : undefined
}

const isModest = (whole: number, size: number, start: number): boolean =>
  -start <= MOST_ADDED * whole && start + size - whole <= MOST_ADDED * whole

/** Without a mask, a box that touches a border is taken to be cut by it. */
const openBeside = ({ width, height }: Size, dish: Box): Record<Side, boolean> => ({
  left: dish.left > 0.01 * width,
  top: dish.top > 0.01 * height,
  right: dish.left + dish.width < 0.99 * width,
  bottom: dish.top + dish.height < 0.99 * height,
})

const insetsOf = ({ width, height }: Size, { left, top, ...size }: Box): Insets => ({
  left: -left,
  top: -top,
  right: left + size.width - width,
  bottom: top + size.height - height,
})
