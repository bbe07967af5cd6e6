import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { type Networks, NO_NETWORKS } from '../network-port.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { chooseFrame } from './choose-frame.ts'
import { locateDish } from './locate-dish.ts'

const plate = (radius: number, table: readonly [number, number, number] = [104, 72, 48]) =>
  drawPicture(640, 480, (x, y) => {
    const away = Math.hypot(x - 320, y - 240)
    return away < 0.6 * radius ? [190, 110, 40] : away < radius ? [224, 220, 214] : table
  })

/** A cut-out network that finds a disc of that radius, as a share of the height, and counts its runs. */
const counting = (share: number, anySize = false) => {
  let asked = 0
  const networks: Networks = {
    find: async (use) =>
      use !== 'cutout'
        ? undefined
        : {
            engine: 'drawn',
            anySize,
            run: async ({ dims }) => {
              asked++
              const [, , height = 0, width = 0] = dims
              const data = Float32Array.from({ length: width * height }, (_, i) => {
                const v = (Math.floor(i / width) + 0.5) / height - 0.5
                const u = (((i % width) + 0.5) / width - 0.5) * (4 / 3)
                return Math.hypot(u, v) < share ? 1 : 0
              })
              return { data, dims: [1, 1, height, width] }
            },
          },
  }
  return { networks, asked: () => asked }
}
const SHOTS = ['square', 'portrait', 'landscape'] as const

describe('locateDish', () => {
  test('uses no network when every crop certainly holds the box found by colour', async () => {
    const picture = plate(150)
    const { networks, asked } = counting(0.3)
    const placed = await locateDish(picture, await makeAnalysisCopy(picture), SHOTS, networks)
    expect([placed.by, asked()]).toEqual(['colour', 0])
    expect(placed.confidence).toBeGreaterThan(0.8)
  })

  test('uses the network when a crop would cut the box found by colour', async () => {
    const picture = plate(225)
    const { networks, asked } = counting(0.47)
    const placed = await locateDish(picture, await makeAnalysisCopy(picture), SHOTS, networks)
    expect([placed.by, asked()]).toEqual(['drawn', 1])
    expect(placed.mask).toBeDefined()
    expect(Math.abs(placed.dish!.height - 0.94 * 480)).toBeLessThan(12)
  })

  test('uses the network when a white plate may look like the table', async () => {
    const picture = plate(200, [222, 220, 216])
    const { networks, asked } = counting(0.42)
    expect((await locateDish(picture, await makeAnalysisCopy(picture), SHOTS, networks)).by).toBe('drawn')
    expect(asked()).toBe(1)
  })

  test('asks a network of any size for a small mask, and allows for its error', async () => {
    const picture = plate(225)
    const { networks, asked } = counting(0.47, true)
    const placed = await locateDish(picture, await makeAnalysisCopy(picture), SHOTS, networks)
    expect([placed.by, asked(), placed.mask!.width]).toEqual(['drawn', 1, 256])
    expect(placed.error).toBeGreaterThan(0)
    expect(Math.abs(placed.dish!.height - 0.94 * 480)).toBeLessThan(12)
  })

  /** A plate with a handle to its right. On a small input the handle is only a line. */
  const handled = (seen: (side: number) => number, shade: (side: number) => number = () => 1) => {
    const sides: number[] = []
    const networks: Networks = {
      find: async () => ({
        engine: 'drawn',
        anySize: true,
        run: async ({ dims }) => {
          const side = dims[3]
          sides.push(side)
          const data = Float32Array.from({ length: side * side }, (_, i) => {
            const u = (((i % side) + 0.5) / side - 0.4) * (4 / 3)
            const v = (Math.floor(i / side) + 0.5) / side - 0.5
            const isHandle = u > 0 && u < 0.7 && Math.abs(v) < seen(side) / 2
            return Math.hypot(u, v) < 0.3 || isHandle ? shade(side) : 0
          })
          return { data, dims: [1, 1, side, side] }
        },
      }),
    }
    return { networks, sides }
  }
  const pale = plate(200, [222, 220, 216])

  test('uses a larger input when a handle looks too thin, and then keeps it in the frame', async () => {
    const { networks, sides } = handled((side) => (side === 256 ? 0.012 : 0.06))
    const placed = await locateDish(pale, await makeAnalysisCopy(pale), ['portrait'], networks)
    expect(sides).toEqual([256, 512])
    const { window, unsure } = chooseFrame(pale, placed, 'portrait')
    expect(unsure).toBeUndefined()
    expect(window.left + window.width).toBeGreaterThan((0.4 + 0.7 * 0.75 - 0.01) * 640)
  })

  test('reports a possible cut only for a crop that would cut, when a larger input shows no more', async () => {
    const { networks, sides } = handled(
      () => 0.012,
      (side) => (side === 256 ? 1 : 0.3),
    )
    const placed = await locateDish(pale, await makeAnalysisCopy(pale), ['portrait'], networks)
    expect([sides, placed.mask!.width]).toEqual([[256, 512], 256])
    expect(chooseFrame(pale, placed, 'portrait').unsure).toBe(true)
    expect(chooseFrame(pale, placed, 'landscape').unsure).toBeUndefined()
  })

  test('needs neither for a photo in its own shape', async () => {
    const picture = plate(225)
    const { networks, asked } = counting(0.47)
    const placed = await locateDish(picture, await makeAnalysisCopy(picture), ['original'], networks)
    expect([placed.by, placed.dish, asked()]).toEqual(['centre', undefined, 0])
  })

  test('reports how large the dish may be when colours are uncertain, and doubts a crop that would cut that', async () => {
    const pale = plate(200, [222, 220, 216])
    const placed = await locateDish(pale, await makeAnalysisCopy(pale), SHOTS, NO_NETWORKS)
    expect(placed.confidence).toBeLessThan(0.5)
    expect(placed.atMost!.width).toBeGreaterThan(placed.dish!.width)
    expect(SHOTS.some((shot) => chooseFrame(pale, placed, shot).unsure)).toBe(true)
    const clear = plate(150)
    const sure = await locateDish(clear, await makeAnalysisCopy(clear), SHOTS, NO_NETWORKS)
    expect(SHOTS.some((shot) => chooseFrame(clear, sure, shot).unsure)).toBe(false)
  })

  test('without a network uses colours, and the middle when nothing stands out', async () => {
    const large = plate(225)
    expect((await locateDish(large, await makeAnalysisCopy(large), SHOTS, NO_NETWORKS)).by).toBe('colour')
    const blank = drawPicture(640, 480, () => [0, 0, 0])
    expect(await locateDish(blank, await makeAnalysisCopy(blank), SHOTS, NO_NETWORKS)).toMatchObject({
      by: 'centre',
      dish: undefined,
      confidence: 0,
    })
  })

  test('falls back to colours when the network finds nothing', async () => {
    const picture = plate(225)
    const { networks } = counting(0)
    expect((await locateDish(picture, await makeAnalysisCopy(picture), SHOTS, networks)).by).toBe('colour')
  })
})
