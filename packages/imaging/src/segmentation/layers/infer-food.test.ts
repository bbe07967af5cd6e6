import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { inferFood } from './infer-food.ts'

const [width, height] = [300, 200]
const distance = (x: number, y: number) => Math.hypot(x - 150, y - 100)
const photo = drawPicture(width, height, (x, y) =>
  distance(x, y) < 40 ? [180, 80, 30] : distance(x, y) < 80 ? [230, 228, 224] : [110, 76, 48],
)
const subject = Uint8Array.from({ length: width * height }, (_, i) =>
  distance(i % width, Math.floor(i / width)) < 80 ? 255 : 0,
)

/** A network that sees what a predicate on the input's red, green and blue holds for, and keeps its inputs. */
function seeing(isSeen: (r: number, g: number, b: number) => boolean) {
  const corners: number[][] = []
  const network: Network = {
    engine: 'drawn',
    anySize: true,
    run: async ({ data, dims }) => {
      const plane = (dims[2] ?? 0) * (dims[3] ?? 0)
      const value = (i: number, c: number) => 256 * data[c * plane + i]! + 128
      corners.push([0, 1, 2].map((c) => Math.round(value(0, c))))
      const seen = Float32Array.from({ length: plane }, (_, i) =>
        isSeen(value(i, 0), value(i, 1), value(i, 2)) ? 1 : 0,
      )
      return { data: seen, dims: [1, 1, dims[2] ?? 0, dims[3] ?? 0] }
    },
  }
  return { network, corners }
}

test('what the network sees of a dish alone is the food', async () => {
  const { network, corners } = seeing((r, g) => r - g > 60)
  const food = await inferFood(photo, subject, network)
  const area = (food ?? new Uint8Array()).reduce((sum, value) => sum + value, 0) / 255
  expect(Math.abs(area / (Math.PI * 40 ** 2) - 1)).toBeLessThan(0.05)
  // Around the dish the network sees the colour of its rim, not the table.
  expect(corners).toHaveLength(1)
  expect(Math.min(...corners[0]!)).toBeGreaterThan(200)
})

test('where the network sees all of the dish, or next to none of it, it does not tell food from ware', async () => {
  expect(await inferFood(photo, subject, seeing(() => true).network)).toBeUndefined()
  expect(await inferFood(photo, subject, seeing(() => false).network)).toBeUndefined()
})

test('the network is asked again with the photo around the dish when it saw nothing of use without', async () => {
  const { network, corners } = seeing((r, g, b) => r + g + b < 20)
  expect(await inferFood(photo, subject, network)).toBeUndefined()
  expect(corners).toHaveLength(2)
  expect(Math.max(...corners[1]!)).toBeLessThan(130)
})

test('an empty subject has no food', async () => {
  expect(await inferFood(photo, new Uint8Array(width * height), seeing(() => true).network)).toBeUndefined()
})
