import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { inferSaliency } from './infer-saliency.ts'

const SIDE = 320

/** A network that answers the same for each pixel of the left half, and the same for each of the right. */
function answering(left: number, right: number) {
  const inputs: Float32Array[] = []
  const network: Network = {
    engine: 'drawn',
    run: async ({ data, dims }) => {
      expect(dims).toEqual([1, 3, SIDE, SIDE])
      inputs.push(data)
      const mask = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < SIDE / 2 ? left : right))
      return { data: mask, dims: [1, 1, SIDE, SIDE] }
    },
  }
  return { network, inputs }
}

const photo = drawPicture(64, 48, () => [200, 100, 50])

test('the network sees each channel around 0, as its package normalises it', async () => {
  const { network, inputs } = answering(0, 1)
  await inferSaliency(photo, network)
  const plane = SIDE * SIDE
  const expected = [72 / 256, -28 / 256, -78 / 256]
  for (const [c, value] of expected.entries()) expect(inputs[0]![c * plane]).toBeCloseTo(value, 5)
})

test('the mask has the size of the picture and is stretched to the whole range', async () => {
  const { alpha, width, height } = await inferSaliency(photo, answering(0.2, 0.6).network)
  expect([width, height, alpha.length]).toEqual([64, 48, 64 * 48])
  expect([alpha[0], alpha[63]]).toEqual([0, 255])
})

test('where nothing stands out the mask is empty', async () => {
  const { alpha } = await inferSaliency(photo, answering(0.02, 0.05).network)
  expect(alpha.every((value) => value === 0)).toBe(true)
})

test('a black picture is no exception', async () => {
  const { alpha } = await inferSaliency(
    drawPicture(8, 8, () => [0, 0, 0]),
    answering(0, 0).network,
  )
  expect(alpha.every((value) => value === 0)).toBe(true)
})
