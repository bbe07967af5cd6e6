import { expect, test } from 'vitest'
import { ellipseOverlap } from './fit-ellipse.ts'

const DISC = { x: 10, y: 8, a: 6, b: 4, angle: 0.5 }

test('a region overlaps its own ellipse wholly, and one that has no place not at all', () => {
  const { x, y, a, b, angle } = DISC
  const bits = Uint8Array.from({ length: 20 * 16 }, (_, i) => {
    const [dx, dy] = [(i % 20) + 0.5 - x, Math.floor(i / 20) + 0.5 - y]
    const [u, v] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)]
    return (u / a) ** 2 + (v / b) ** 2 <= 1 ? 1 : 0
  })
  expect(ellipseOverlap(bits, 20, DISC)).toBe(1)
  expect(ellipseOverlap(bits, 20, { ...DISC, x: Number.NaN })).toBe(0)
  expect(ellipseOverlap(bits, 20, { ...DISC, x: Number.POSITIVE_INFINITY })).toBe(0)
})
