import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { dishFromMask } from '../framing/dish.ts'
import type { Network } from '../network-port.ts'
import { inferCoarseMask } from './coarse-inference.ts'

type Paint = (u: number, v: number) => number

const picture = drawPicture(480, 320, (x) => [x % 200, 90, 60])

/** A network whose mask depends on the side of its input, in shares of the picture. It records each side. */
function painting(anySize: boolean, paint: (side: number) => Paint) {
  const sides: number[] = []
  const network: Network = {
    engine: 'drawn',
    anySize,
    run: async ({ data, dims }) => {
      const [, , height = 0, width = 0] = dims
      expect(data).toHaveLength(3 * width * height)
      sides.push(width)
      const at = paint(width)
      const mask = Float32Array.from({ length: width * height }, (_, i) =>
        at(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height),
      )
      return { data: mask, dims: [1, 1, height, width] }
    },
  }
  return { network, sides }
}

const disc =
  (value: number, hole = 0): Paint =>
  (u, v) => {
    const away = Math.hypot((u - 0.5) * 480, (v - 0.5) * 320)
    return away < hole || away > 120 ? 0 : value
  }

describe('the coarse mask of a subject', () => {
  test('comes from the small square when its outline is clear, in the shape of the picture', async () => {
    const { network, sides } = painting(true, () => disc(1))
    const found = await inferCoarseMask(picture, network)
    expect(sides).toEqual([256])
    expect([found.width, found.height, found.engine, found.components]).toEqual([256, 171, 'drawn', 1])
    expect(found.confidence).toBeGreaterThan(0.9)
    const dish = dishFromMask(found)!
    expect(dish.width / found.width).toBeCloseTo(240 / 480, 1)
    expect(dish.height / found.height).toBeCloseTo(240 / 320, 1)
  })

  test('includes food that is a hole in its plate, without lower confidence', async () => {
    const { network, sides } = painting(true, () => disc(1, 80))
    const found = await inferCoarseMask(picture, network)
    expect(sides).toEqual([256])
    expect(found.alpha[Math.floor(found.height / 2) * found.width + Math.floor(found.width / 2)]).toBe(255)
    expect(found.confidence).toBeGreaterThan(0.9)
  })

  test.each([
    ['grey', disc(0.45)],
    ['nothing', disc(0)],
    ['more half seen elsewhere than there is', (u: number) => (u < 0.1 ? 1 : 0.35)],
  ] as const)('comes from a larger square when the small one shows %s', async (_, unclear) => {
    const { network, sides } = painting(true, (side) => (side === 256 ? unclear : disc(1)))
    const found = await inferCoarseMask(picture, network)
    expect(sides).toEqual([256, 512])
    expect(found.confidence).toBeGreaterThan(0.9)
    expect(found.width).toBe(480)
  })

  test('is the more certain of two uncertain masks', async () => {
    const { network, sides } = painting(true, (side) =>
      side === 256 ? (u, v) => Math.max(disc(0.9)(u, v), 0.3) : disc(0),
    )
    const found = await inferCoarseMask(picture, network)
    expect(sides).toEqual([256, 512])
    expect(found.confidence).toBeGreaterThan(0)
    expect(found.confidence).toBeLessThan(0.5)
    expect(found.components).toBe(1)
  })

  test('comes from one inference when the network has a fixed size', async () => {
    const { network, sides } = painting(false, () => disc(1))
    expect((await inferCoarseMask(picture, network)).confidence).toBeGreaterThan(0.9)
    expect(sides).toEqual([1024])
  })

  test('is empty and without confidence when nothing is found', async () => {
    const { network } = painting(true, () => disc(0))
    const found = await inferCoarseMask(picture, network)
    expect([found.confidence, found.components]).toEqual([0, 0])
    expect(found.alpha.every((value) => value === 0)).toBe(true)
  })

  test.each([
    [1, 1],
    [2000, 3],
  ])('exists for a picture of %i x %i', async (width, height) => {
    const { network } = painting(true, () => disc(1))
    const found = await inferCoarseMask(
      drawPicture(width, height, () => [120, 80, 40]),
      network,
    )
    expect(found.alpha).toHaveLength(found.width * found.height)
  })
})
