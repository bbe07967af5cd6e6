import { expect, test } from 'vitest'
import { maskBits } from './binary-mask.ts'
import { convexHull } from './convex-hull.ts'

const drawn = (rows: readonly string[]) => ({
  bits: Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0)),
  width: rows[0]!.length,
  height: rows.length,
})
const asRows = ({ bits, width }: { bits: Uint8Array; width: number }) =>
  Array.from({ length: bits.length / width }, (_, y) =>
    Array.from(bits.subarray(y * width, (y + 1) * width), (bit) => (bit ? '#' : '.')).join(''),
  )

test('the hull of separate things holds everything between them', () => {
  const hull = convexHull(drawn(['#...#', '.....', '.....', '..#..']))
  expect(asRows(hull).slice(0, 2)).toEqual(['#####', '.###.'])
})

test('a convex mask is its own hull', () => {
  const bits = maskBits(60 * 60, (i) => Math.hypot((i % 60) - 30, Math.floor(i / 60) - 30) < 20)
  const hull = convexHull({ bits, width: 60, height: 60 })
  const differing = bits.reduce((sum, bit, i) => sum + Math.abs(bit - hull.bits[i]!), 0)
  expect(differing).toBeLessThan(30)
})

test('an empty mask and a single pixel have no larger hull', () => {
  expect(asRows(convexHull(drawn(['...', '...'])))).toEqual(['...', '...'])
  expect(asRows(convexHull(drawn(['...', '.#.'])))).toEqual(['...', '.#.'])
})
