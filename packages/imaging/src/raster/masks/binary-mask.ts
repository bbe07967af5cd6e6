import type { Size } from '../geometry.ts'

/** A yes or no for every pixel of a small picture, row by row. */
export interface BinaryMask {
  readonly bits: Uint8Array
  readonly width: number
  readonly height: number
}

/** The bits of the pixels for which a predicate is true. `from` of a typed array takes many times longer. */
export function maskBits(count: number, isIn: (index: number) => boolean): Uint8Array {
  const bits = new Uint8Array(count)
  for (let i = 0; i < count; i++) if (isIn(i)) bits[i] = 1
  return bits
}

/** Slides a window of `2 * radius + 1` along all rows and then all columns: `value` where any bit in it is `value`. */
function slideWindow({ bits, width, height }: BinaryMask, radius: number, value: 0 | 1): BinaryMask {
  const across = new Uint8Array(bits.length).fill(1 - value)
  for (let y = 0; y < height; y++) {
    const row = y * width
    let free = 0
    for (let x = 0; x < width; x++) {
      if (bits[row + x] !== value) continue
      const end = Math.min(width, x + radius + 1)
      for (let to = Math.max(free, x - radius); to < end; to++) across[row + to] = value
      free = end
    }
  }
  // Row by row, because memory is read along rows.
  const down = new Uint8Array(bits.length).fill(1 - value)
  const last = new Int32Array(width).fill(-1 - 2 * radius)
  for (let y = 0; y < height + radius; y++) {
    const here = y - radius
    for (let x = 0; x < width; x++) {
      if (y < height && across[y * width + x] === value) last[x] = y
      if (here >= 0 && last[x] >= here - radius) down[here * width + x] = value
    }
  }
  return { bits: down, width, height }
}

/** Adds every pixel that has the mask within the window around it. */
export const dilate = (mask: BinaryMask, radius: number): BinaryMask => slideWindow(mask, radius, 1)
/** Removes every pixel that has anything else within the window around it. */
export const erode = (mask: BinaryMask, radius: number): BinaryMask => slideWindow(mask, radius, 0)

/** Morphological opening: removes what is thinner than the window, such as chopsticks, handles and stems. */
export const openMask = (mask: BinaryMask, radius: number): BinaryMask => dilate(erode(mask, radius), radius)
/** Morphological closing: closes gaps that are narrower than the window. */
export const closeMask = (mask: BinaryMask, radius: number): BinaryMask => erode(dilate(mask, radius), radius)

/** Labels the connected components of ones (`value` 1) or zeros from 1 on, with 0 elsewhere. Four neighbours count. */
export function labelComponents({ bits, width }: BinaryMask, value: 0 | 1): { labels: Int32Array; count: number } {
  const labels = new Int32Array(bits.length)
  const stack: number[] = []
  let count = 0
  const reach = (next: number): void => {
    if (bits[next] !== value || labels[next] !== 0) return
    labels[next] = count
    stack.push(next)
  }
  for (let seed = 0; seed < bits.length; seed++) {
    if (bits[seed] !== value || labels[seed] !== 0) continue
    labels[seed] = ++count
    stack.push(seed)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      if (x > 0) reach(at - 1)
      if (x < width - 1) reach(at + 1)
      if (at >= width) reach(at - width)
      if (at < bits.length - width) reach(at + width)
    }
  }
  return { labels, count }
}

/** The pixels at the border of a picture. */
export function borderOf({ width, height }: Size): number[] {
  const across = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x])
  const down = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1])
  return [...across, ...down].flat()
}

/** Fills every hole that does not reach the edge of the picture, as the soup in a bowl is part of the bowl. */
export function fillHoles(mask: BinaryMask): BinaryMask {
  const { labels } = labelComponents(mask, 0)
  const outside = new Set(borderOf(mask).map((i) => labels[i]))
  return { ...mask, bits: mask.bits.map((bit, i) => (bit === 1 || !outside.has(labels[i]) ? 1 : 0)) }
}

/** Pixels of each component, by its label. Label 0 is what belongs to none. */
export function componentAreas(labels: Int32Array, count: number): Int32Array {
  const areas = new Int32Array(count + 1)
  for (const label of labels) areas[label]++
  return areas
}
