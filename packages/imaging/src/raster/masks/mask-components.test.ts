import { describe, expect, test } from 'vitest'
import type { BinaryMask } from './binary-mask.ts'
import { componentsAtBorder, countInComponents, fillHoles, labelComponents } from './mask-components.ts'

/** Masks from nothing to everything. */
const MASKS = [0, 0.1, 0.4, 0.6, 0.9, 1].flatMap((share, turn) =>
  [1, 2, 7, 12, 29].map((width): BinaryMask => {
    const height = 1 + ((7 * width + 3 * turn) % 17)
    const bits = Uint8Array.from({ length: width * height }, (_, i) =>
      (i * 7919 + turn * 104_729) % 101 < 101 * share ? 1 : 0,
    )
    return { bits, width, height }
  }),
)

describe.each(MASKS)('a mask of $width x $height', (mask) => {
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

  test.each([0, 1] as const)('components of %i know their pixels and whether they touch the border', (value) => {
    const components = labelComponents(mask, value)
    const { labels, count, areas } = components
    const { width, height } = mask
    const isAtBorder = (i: number) =>
      i % width === 0 || i % width === width - 1 || i < width || i >= (height - 1) * width
    const pixels = (label: number) => [...labels.keys()].filter((i) => labels[i] === label)
    const all = Array.from({ length: count + 1 }, (_, label) => pixels(label))
    expect([...areas]).toEqual(all.map((own) => own.length))
    const isThird = (i: number) => i % 3 === 0
    const thirds = all.map((own, label) => (label === 0 ? 0 : own.filter(isThird).length))
    expect([...countInComponents(components, isThird)]).toEqual(thirds)
    const touching = all.map((own, label) => (label > 0 && own.some(isAtBorder) ? 1 : 0))
    expect([...componentsAtBorder(components, mask)]).toEqual(touching)
  })
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
