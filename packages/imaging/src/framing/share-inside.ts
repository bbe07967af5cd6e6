import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Dish } from './dish.ts'
import { SHAVED, WHOLE_DISH } from './frame-rules.ts'

/** A dish that was found, with its mask on a copy of any size if there is one. */
export interface FoundDish {
  readonly dish: Dish
  readonly mask?: SoftMask
  /** How much each part of the dish matters to a frame that cannot hold it all: its food more than bare ware. */
  readonly food?: SoftMask
}

const overlap = (from: number, length: number, other: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, other + otherLength) - Math.max(from, other))

/**
 * The share of a dish that a frame holds, 0–1. With a mask, only the mask within the dish's box counts, so that chopsticks
 * count for nothing. Without one, the box counts.
 *
 * @param window the frame in the picture's pixels
 */
export function shareInside(picture: Size, { dish, mask }: FoundDish, window: Box): number {
  if (!mask) {
    const held =
      overlap(dish.left, dish.width, window.left, window.width) *
      overlap(dish.top, dish.height, window.top, window.height)
    return held / (dish.width * dish.height)
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

/** Whether a frame cuts so little of a dish that it holds the whole dish, and shaves its rim at no side. */
export function holdsDish(picture: Size, found: FoundDish, window: Box): boolean {
  const { dish } = found
  const cut = (before: number, after: number, length: number) => Math.max(before, after) > SHAVED * length
  const [right, bottom] = [window.left + window.width, window.top + window.height]
  if (cut(window.left - dish.left, dish.left + dish.width - right, dish.width)) return false
  if (cut(window.top - dish.top, dish.top + dish.height - bottom, dish.height)) return false
  return shareInside(picture, found, window) >= WHOLE_DISH
}

/**
 * What the middle of a frame of a given length should be along one axis, in the picture's pixels: the middle of the dish,
 * or of the stretch that holds most of its food if the frame cannot hold it all.
 *
 * @param whole length of the picture along the axis
 */
export function middleToShow(found: FoundDish, axis: 'x' | 'y', length: number, whole: number): number {
  const { dish } = found
  const [from, size] = axis === 'x' ? [dish.left, dish.width] : [dish.top, dish.height]
  return size <= length ? from + size / 2 : middleOfMost(found, axis, length, whole)
}

/** Of equal stretches the middle one counts. */
function middleOfMost({ dish, mask, food = mask }: FoundDish, axis: 'x' | 'y', length: number, whole: number): number {
  if (!food) return dish.focus[axis]
  const sums = sumsAlong(food, axis)
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
  for (let i = 0; i < alpha.length; i++) sums[axis === 'x' ? i % width : Math.floor(i / width)] += alpha[i]
  return sums
}
