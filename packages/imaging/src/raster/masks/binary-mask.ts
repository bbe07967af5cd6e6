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
  // Rows are padded to whole words, so that four pixels are combined at once, and empty rows stand above and below.
  const stride = 4 * Math.ceil(width / 4)
  const hits = new Uint8Array(stride * (height + 2 * radius))
  forEachRun(bits, width, value, (y, from, to) => {
    const row = (y + radius) * stride
    hits.fill(1, row + Math.max(0, from - radius), row + Math.min(width, to + radius))
  })
  const words = new Uint32Array(hits.buffer)
  const rowWords = stride / 4
  // After each turn a row stands for twice as many rows from itself on.
  let rows = 1
  for (; 2 * rows <= 2 * radius + 1; rows *= 2) {
    const beyond = rows * rowWords
    for (let i = 0; i < words.length - beyond; i++) words[i] |= words[i + beyond]
  }
  const rest = (2 * radius + 1 - rows) * rowWords
  for (let i = 0; i < height * rowWords; i++) words[i] |= words[i + rest]
  const found = new Uint8Array(bits.length)
  for (let y = 0; y < height; y++) found.set(hits.subarray(y * stride, y * stride + width), y * width)
  if (value === 0) for (let i = 0; i < found.length; i++) found[i] ^= 1
  return { bits: found, width, height }
}

/** Visits the runs of a value in each row, from left to right and from top to bottom. `to` is the pixel after the last. */
function forEachRun(
  bits: Uint8Array,
  width: number,
  value: 0 | 1,
  visit: (y: number, from: number, to: number) => void,
) {
  for (let at = bits.indexOf(value); at >= 0; ) {
    const next = bits.indexOf(1 - value, at)
    const end = next < 0 ? bits.length : next
    for (let y = Math.floor(at / width); at < end; y++) {
      const to = Math.min(end, (y + 1) * width)
      visit(y, at - y * width, to - y * width)
      at = to
    }
    at = bits.indexOf(value, end)
  }
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
  const [starts, ends, parents]: [number[], number[], number[]] = [[], [], []]
  // The first run of a component, in reading order, stands for it.
  const rootOf = (run: number): number => {
    let root = run
    while (parents[root] !== root) root = parents[root]
    while (parents[run] !== root) [parents[run], run] = [root, parents[run]]
    return root
  }
  const join = (one: number, other: number): void => {
    const [a, b] = [rootOf(one), rootOf(other)]
    parents[Math.max(a, b)] = Math.min(a, b)
  }
  // The first run that may touch the next one from above.
  let above = 0
  forEachRun(bits, width, value, (y, from, to) => {
    const run = starts.length
    starts.push(y * width + from)
    ends.push(y * width + to)
    parents.push(run)
    while (ends[above] + width <= starts[run]) above++
    for (let other = above; other < run && starts[other] + width < ends[run]; other++) join(run, other)
  })
  const labels = new Int32Array(bits.length)
  const labelOf = new Int32Array(starts.length)
  let count = 0
  for (let run = 0; run < starts.length; run++) {
    const root = rootOf(run)
    labelOf[run] = root === run ? ++count : labelOf[root]
    labels.fill(labelOf[run], starts[run], ends[run])
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
  const { labels, count } = labelComponents(mask, 0)
  const outside = new Uint8Array(count + 1)
  for (const i of borderOf(mask)) outside[labels[i]] = 1
  const bits = new Uint8Array(labels.length)
  for (let i = 0; i < bits.length; i++) bits[i] = mask.bits[i] === 1 || outside[labels[i]] === 0 ? 1 : 0
  return { ...mask, bits }
}

/** Pixels of each component, by its label. Label 0 is what belongs to none. */
export function componentAreas(labels: Int32Array, count: number): Int32Array {
  const areas = new Int32Array(count + 1)
  for (const label of labels) areas[label]++
  return areas
}
