import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../imaging/codec.ts'
import type { Networks } from '../imaging/networks.ts'
import { openCutOut } from './open-cut-out.ts'
import { openPicture } from './open-picture.ts'

const LARGE = { width: 5600, height: 4200 }
const BYTES = 3 * LARGE.width * LARGE.height

/** A red disc on grey, drawn small and enlarged. */
const photo = () => {
  const [width, height] = [560, 420]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      data.set(Math.hypot(x - 280, y - 210) < 150 ? [176, 40, 24] : [160, 164, 168], 3 * i)
    }
  }
  const raw = { width, height, channels: 3 as const }
  return sharp(data, { raw }).resize(LARGE.width, LARGE.height, { fit: 'fill' }).jpeg().toBuffer()
}

/** Sees the disc, and tells how much memory pictures take while it looks. */
const watching = (held: number[]): Networks => ({
  find: async () => ({
    engine: 'isnet',
    anySize: true,
    async run({ data, dims }) {
      held.push(process.memoryUsage().external)
      const plane = data.length / 3
      const [red, green] = [data.subarray(0, plane), data.subarray(plane, 2 * plane)]
      return { data: red.map((value, i) => (value - green[i]! > 0.2 ? 1 : 0)), dims: [1, 1, dims[2]!, dims[3]!] }
    },
  }),
})

test('a large picture does not lie in memory while a network looks at it, and comes back pixel for pixel', async () => {
  const bytes = await photo()
  const held: number[] = []
  const before = process.memoryUsage().external
  const { pixels, subject, format } = await openCutOut(bytes, { limits: DEFAULT_LIMITS, networks: watching(held) })
  expect(held).toHaveLength(2)
  expect(Math.max(...held) - before).toBeLessThan(0.6 * BYTES)
  expect(pixels).toMatchObject({ ...LARGE, channels: 3 })
  expect(format).toBe('jpeg')
  expect(subject.confidence).toBeGreaterThan(0.5)
  const plain = await openPicture(bytes, DEFAULT_LIMITS)
  expect(Buffer.compare(pixels.data, plain.pixels.data)).toBe(0)
})
