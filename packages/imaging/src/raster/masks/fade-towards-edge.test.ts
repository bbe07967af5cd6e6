import { expect, test } from 'vitest'
import { blendThroughMask } from './blend-through-mask.ts'
import { fadeTowardsEdge } from './fade-towards-edge.ts'

const WIDTH = 100
/** The left half of the picture belongs to the mask. */
const half = {
  alpha: Uint8Array.from({ length: WIDTH * WIDTH }, (_, i) => (i % WIDTH < 50 ? 255 : 0)),
  width: WIDTH,
  height: WIDTH,
}
const flat = (code: number) => ({
  data: new Uint8Array(3 * WIDTH * WIDTH).fill(code),
  width: WIDTH,
  height: WIDTH,
  channels: 3 as const,
})

test('a change through a faded mask has no step at the edge, and nothing changes outside of it', async () => {
  const { data } = await blendThroughMask(flat(100), flat(180), fadeTowardsEdge(half, 0.2))
  const row = Array.from({ length: WIDTH }, (_, x) => data[3 * (50 * WIDTH + x)] ?? 0)
  const steps = row.slice(1).map((code, x) => Math.abs(code - (row[x] ?? 0)))
  expect(row[5]).toBe(180)
  expect(row.slice(50)).toEqual(row.slice(50).map(() => 100))
  expect(Math.max(...steps)).toBeLessThan(10)
})
