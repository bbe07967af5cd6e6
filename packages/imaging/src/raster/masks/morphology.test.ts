import { describe, expect, test } from 'vitest'
import type { BinaryMask } from './binary-mask.ts'
import { dilate, erode } from './morphology.ts'

/** Masks from nothing to everything, of widths that are and are not multiples of the bits of a word, with one pixel across too. */
const MASKS = [0, 0.1, 0.4, 0.6, 0.9, 1].flatMap((share, turn) =>
  [1, 2, 7, 31, 32, 33, 64, 71].map((width): BinaryMask => {
    const height = 1 + ((7 * width + 3 * turn) % 17)
    const bits = Uint8Array.from({ length: width * height }, (_, i) =>
      (i * 7919 + turn * 104_729) % 101 < 101 * share ? 1 : 0,
    )
    return { bits, width, height }
  }),
)

const RADII = [0, 1, 2, 3, 5, 8, 20]

/** Whether any bit within the window around a pixel has the value. Beyond the border there is none. */
function windowHas({ bits, width, height }: BinaryMask, i: number, radius: number, value: number): boolean {
  const [x, y] = [i % width, Math.floor(i / width)]
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
      if (bits[v * width + u] === value) return true
    }
  }
  return false
}

describe.each(MASKS)('a mask of $width x $height', (mask) => {
  test.each(RADII)('dilating and eroding by %i look at the whole window and at nothing beyond the border', (radius) => {
    const dilated = mask.bits.map((_, i) => (windowHas(mask, i, radius, 1) ? 1 : 0))
    const eroded = mask.bits.map((_, i) => (windowHas(mask, i, radius, 0) ? 0 : 1))
    expect([...dilate(mask, radius).bits]).toEqual([...dilated])
    expect([...erode(mask, radius).bits]).toEqual([...eroded])
  })
})
