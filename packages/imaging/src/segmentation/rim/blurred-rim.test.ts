import { expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { evenRim } from './even-rim.ts'

const [WIDTH, HEIGHT] = [640, 480]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
/** Pixels beyond the rim, negative within. */
const beyondRim = (x: number, y: number) => Math.hypot((x - 320) / 1.3, y - 240) - 160

/** A white plate on wood whose slope from one to the other takes `width` pixels. */
const plateWith = (width: (x: number, y: number) => number, middle = 0) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const half = width(x, y) / 2
    const table = smoothstep(middle - half, middle + half, beyondRim(x, y))
    data.set([236 - 126 * table, 234 - 160 * table, 230 - 180 * table], 3 * i)
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 as const }
}
const evened = (small: ReturnType<typeof plateWith>, isIn: Place) => evenRim(small, maskOf(isIn), smoothColours(small))

test('a rim out of focus ends in the middle of its blur, and not at its foot on the table', () => {
  const small = plateWith((_, y) => (y < 240 ? 24 : 2))
  const alpha = evened(small, (x, y) => beyondRim(x, y) < (y < 236 ? 9 : 0))
  expect(heldOf(alpha, (x, y) => y < 200 && beyondRim(x, y) > 2 && beyondRim(x, y) < 9)).toBeLessThan(0.05)
  expect(heldOf(alpha, (x, y) => beyondRim(x, y) < -2)).toBe(1)
})

test('a rim in focus stays where it is, and so does the near side of a bowl that darkens towards its foot', () => {
  for (const small of [plateWith(() => 2), plateWith((_, y) => (y > 240 ? 24 : 2), -11)]) {
    const alpha = evened(small, (x, y) => beyondRim(x, y) < 0)
    expect(heldOf(alpha, (x, y) => beyondRim(x, y) < -1)).toBe(1)
    expect(heldOf(alpha, (x, y) => beyondRim(x, y) > 1)).toBe(0)
  }
})
