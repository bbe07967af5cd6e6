import { describe, expect, test } from 'vitest'
import { type BinaryMask, dilate, erode, fillHoles, labelComponents } from './binary-mask.ts'

/** Masks from nothing to everything, of widths that are and are not multiples of four, with one pixel across too. */
const MASKS = [0, 0.1, 0.4, 0.6, 0.9, 1].flatMap((share, turn) =>
  [1, 2, 7, 12, 29].map((width): BinaryMask => {
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

  test.each([0, 1] as const)(
    'components of %i are numbered in reading order, and neighbours have the same number',
    (value) => {
      const { labels, count } = labelComponents(mask, value)
      let highest = 0
      for (const [i, label] of labels.entries()) {
        expect(label > 0).toBe(mask.bits[i] === value)
        expect(label).toBeLessThanOrEqual(highest + 1)
        highest = Math.max(highest, label)
        const isNext = i % mask.width > 0 && label > 0 && labels[i - 1]! > 0
        if (isNext) expect(label).toBe(labels[i - 1])
        if (i >= mask.width && label > 0 && labels[i - mask.width]! > 0) expect(label).toBe(labels[i - mask.width])
      }
      expect(highest).toBe(count)
      expect(count).toBe(componentsOf(mask, value))
    },
  )
})

/** How many components there are, by flooding one after the other. */
function componentsOf({ bits, width }: BinaryMask, value: number): number {
  const left = new Set([...bits.keys()].filter((i) => bits[i] === value))
  let count = 0
  for (const seed of left) {
    count++
    const stack = [seed]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (!left.delete(at)) continue
      stack.push(at - width, at + width)
      if (at % width > 0) stack.push(at - 1)
      if (at % width < width - 1) stack.push(at + 1)
    }
  }
  return count
}

test('a hole is filled, and a bay that reaches the border is not', () => {
  const rows = ['11111', '10101', '11101']
  const bits = Uint8Array.from(rows.join(''), Number)
  expect([...fillHoles({ bits, width: 5, height: 3 }).bits].join('')).toBe('111111110111101')
})
