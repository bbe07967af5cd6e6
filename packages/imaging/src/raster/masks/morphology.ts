import type { Size } from '../geometry.ts'
import { type BinaryMask, forEachRun } from './binary-mask.ts'

/** Bits of a word. */
const WORD = 32
const ALL_BITS = 0xffff_ffff

/** Slides a window of `2 * radius + 1` along all rows and then all columns: `value` where any bit in it is `value`. */
function slideWindow({ bits, width, height }: BinaryMask, radius: number, value: 0 | 1): BinaryMask {
  // Each row is packed into words, so that 32 pixels are combined at once, and empty rows stand above and below.
  const rowWords = Math.ceil(width / WORD)
  const words = new Uint32Array(rowWords * (height + 2 * radius))
  forEachRun(bits, width, value, (y, from, to) => {
    setBits(words, (y + radius) * rowWords, Math.max(0, from - radius), Math.min(width, to + radius))
  })
  // After each turn a row stands for twice as many rows from itself on.
  let rows = 1
  for (; 2 * rows <= 2 * radius + 1; rows *= 2) {
    const beyond = rows * rowWords
    for (let i = 0; i < words.length - beyond; i++) words[i] |= words[i + beyond]
  }
  const rest = (2 * radius + 1 - rows) * rowWords
  for (let i = 0; i < height * rowWords; i++) words[i] |= words[i + rest]
  return { bits: unpackBits(words, { width, height }, value), width, height }
}

/** Sets the bits from one pixel of a row to before another. The row begins at the word `row`. */
function setBits(words: Uint32Array, row: number, from: number, to: number): void {
  const first = row + (from >>> 5)
  const last = row + ((to - 1) >>> 5)
  const head = ALL_BITS << (from & 31)
  const tail = ALL_BITS >>> (31 - ((to - 1) & 31))
  if (first === last) words[first] |= head & tail
  else {
    words[first] |= head
    words.fill(ALL_BITS, first + 1, last)
    words[last] |= tail
  }
}

/** One byte for each pixel of rows of packed bits: `value` where the bit is set. */
function unpackBits(words: Uint32Array, { width, height }: Size, value: 0 | 1): Uint8Array {
  const found = new Uint8Array(width * height)
  if (value === 0) found.fill(1)
  for (let y = 0, word = 0; y < height; y++) {
    for (let x = 0; x < width; x += WORD, word++) {
      const from = y * width + x
      const end = Math.min(WORD, width - x)
      const packed = words[word]
      if (packed === ALL_BITS) found.fill(value, from, from + end)
      else if (packed !== 0) for (let bit = 0; bit < end; bit++) if ((packed >>> bit) & 1) found[from + bit] = value
    }
  }
  return found
}

/** Adds every pixel that has the mask within the window around it. */
export const dilate = (mask: BinaryMask, radius: number): BinaryMask => slideWindow(mask, radius, 1)
/** Removes every pixel that has anything else within the window around it. */
export const erode = (mask: BinaryMask, radius: number): BinaryMask => slideWindow(mask, radius, 0)

/** Morphological opening: removes what is thinner than the window, such as chopsticks, handles and stems. */
export const openMask = (mask: BinaryMask, radius: number): BinaryMask => dilate(erode(mask, radius), radius)
/** Morphological closing: closes gaps that are narrower than the window. */
export const closeMask = (mask: BinaryMask, radius: number): BinaryMask => erode(dilate(mask, radius), radius)
