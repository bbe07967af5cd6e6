import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { overlapOf, paintMask, readHandDrawnMasks } from './hand-drawn-masks.ts'

// Painting a mask allows SVG. Other test files of this process must find it refused.
afterAll(() => sharp.block({ operation: ['VipsForeignLoadSvg'] }))

const SIZE = { width: 200, height: 100 }
const share = (mask: Uint8Array) => mask.reduce((sum, value) => sum + value, 0) / (255 * mask.length)

test('shapes are painted in per mille of width and height, and minus erases', async () => {
  const corners: [number, number][] = [
    [0, 0],
    [500, 0],
    [500, 1000],
    [0, 1000],
  ]
  const half = { polygon: corners }
  const disc = { ellipse: [250, 500, 100, 200] as [number, number, number, number], minus: true as const }
  expect(share(await paintMask([half], SIZE))).toBeCloseTo(0.5, 2)
  expect(share(await paintMask([half, disc], SIZE))).toBeCloseTo(0.5 - Math.PI * 0.1 * 0.2, 2)
})

test('an ellipse is turned in the picture, not in its per mille', async () => {
  const lying = await paintMask([{ ellipse: [500, 500, 200, 100] }], SIZE)
  const turned = await paintMask([{ ellipse: [500, 500, 200, 100, 90] }], SIZE)
  expect(share(turned)).toBeCloseTo(share(lying), 2)
  const across = (mask: Uint8Array) => mask.slice(50 * 200, 51 * 200).filter((value) => value > 127).length
  expect([across(lying), across(turned)]).toEqual([80, 20])
})

test('overlap is 1 for equal masks, 0 for separate ones, and a third for halves that share half', () => {
  const [left, right, middle] = [
    [255, 255, 0, 0],
    [0, 0, 255, 255],
    [0, 255, 255, 0],
  ].map((mask) => Uint8Array.from(mask)) as [Uint8Array, Uint8Array, Uint8Array]
  expect([overlapOf(left, left), overlapOf(left, right), overlapOf(left, middle)]).toEqual([1, 0, 1 / 3])
})

test('every drawn mask has a dish that contains its food, and every half has enough photos', async () => {
  const masks = [...readHandDrawnMasks().values()]
  expect(masks.filter(({ half }) => half === 'judged').length).toBeGreaterThanOrEqual(30)
  expect(masks.filter(({ half }) => half === 'fitted').length).toBeGreaterThanOrEqual(30)
  for (const { dish, food, sha256 } of masks) {
    const [whole, eaten] = [await paintMask(dish, SIZE), await paintMask(food, SIZE)]
    const outside = eaten.filter((value, i) => value > 127 && (whole[i] ?? 0) < 128).length
    expect(outside / eaten.length, sha256).toBeLessThan(0.02)
    expect(share(whole), sha256).toBeGreaterThan(0.02)
  }
})
