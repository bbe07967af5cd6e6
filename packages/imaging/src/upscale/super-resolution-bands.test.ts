import { describe, expect, test } from 'vitest'
import { drawDish, drawPicture, means, seededRandom } from '../../test/support/drawn-pictures.ts'
import { lumaSsim } from '../../test/support/picture-measures.ts'
import { fakeUpscaler } from '../../test/support/stand-in-upscaler.ts'
import type { Network } from '../network-port.ts'
import type { Pixels } from '../raster/pixels.ts'
import { enlarge } from '../raster/scaling/enlarge.ts'
import { joinBands } from '../raster/scaling/join-bands.ts'
import type { Scale } from '../raster/scaling/resample.ts'
import { superResolutionBands } from './super-resolution-bands.ts'
import { planSuperResolution } from './super-resolution-plan.ts'

const make = (pixels: Pixels, scale: Scale, network: Network, reduce: 1 | 2 = 1) =>
  joinBands(
    { width: pixels.width * scale, height: pixels.height * scale, channels: pixels.channels },
    superResolutionBands(pixels, scale, { reduce }, network),
  )

describe('the input of a network', () => {
  test.each([
    [2, 2_000, 2_000, { reduce: 1 }],
    [4, 2_000, 2_000, { reduce: 1 }],
    [2, 2_001, 2_000, { reduce: 2 }],
    [2, 4_000, 4_000, { reduce: 2 }],
    [2, 4_001, 4_000, undefined],
    [4, 2_001, 2_000, undefined],
  ] as const)('%dx of %d x %d: %o', (scale, width, height, plan) => {
    expect(planSuperResolution({ width, height }, scale, 4_000_000)).toEqual(plan)
  })
})

describe.each([
  [2, 1],
  [4, 1],
  [2, 2],
] as const)('at %dx, with the input reduced by %d', (scale, reduce) => {
  test('tiles meet without a seam: a different layout gives the same picture', async () => {
    // Without grain, because its amount would be measured slightly differently on the two.
    const whole = drawDish(reduce === 1 ? 460 : 700, 270, 4, 0)
    const shift = 120
    const part = drawPicture(whole.width - shift, whole.height, (x, y) => {
      const at = (y * whole.width + x + shift) * 3
      return [whole.data[at], whole.data[at + 1], whole.data[at + 2]]
    })
    const network = fakeUpscaler()
    const [one, other] = [await make(whole, scale, network, reduce), await make(part, scale, network, reduce)]
    let most = 0
    for (let y = 0; y < one.height; y++) {
      for (let x = scale * (shift + 64); x < one.width; x++) {
        const a = (y * one.width + x) * 3
        const b = (y * other.width + x - scale * shift) * 3
        for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(one.data[a + c] - other.data[b + c]))
      }
    }
    expect(most).toBeLessThanOrEqual(1)
  })

  test('a network that shifts colours and smooths texture cannot change what the source shows', async () => {
    const dish = drawDish(160, 120, 2)
    const made = await make(dish, scale, fakeUpscaler({ gain: 0.9, offset: 0.08, flat: true }), reduce)
    const plain = enlarge(dish, scale)
    means(made).forEach((mean, c) => {
      expect(Math.abs(mean - means(plain)[c])).toBeLessThan(1)
    })
    expect(lumaSsim(made, plain)).toBeGreaterThan(0.93)
  })

  test.each([
    [1, 1],
    [1, 9],
    [7, 2],
    [257, 3],
  ])('a picture of %d x %d is enlarged', async (width, height) => {
    const next = seededRandom(width)
    const tiny = drawPicture(width, height, () => [next() * 255, next() * 255, next() * 255])
    const made = await make(tiny, scale, fakeUpscaler(), reduce)
    expect(made.data.length).toBe(width * height * scale ** 2 * 3)
    means(made).forEach((mean, c) => {
      expect(Math.abs(mean - means(tiny)[c])).toBeLessThan(8)
    })
  })

  test('black stays black, and a single colour stays the same', async () => {
    for (const colour of [
      [0, 0, 0],
      [180, 90, 30],
    ] as const) {
      const made = await make(
        drawPicture(40, 30, () => colour),
        scale,
        fakeUpscaler(),
        reduce,
      )
      made.data.forEach((value, i) => {
        if (Math.abs(value - colour[i % 3]) > 1) throw new Error(`${value} at ${i}`)
      })
    }
  })
})

test('transparency is resampled, and hidden colours do not bleed', async () => {
  const [width, height] = [40, 30]
  const data = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) data.set(i % width < 20 ? [0, 255, 0, 0] : [200, 30, 20, 255], 4 * i)
  const picture: Pixels = { data, width, height, channels: 4 }
  const made = await make(picture, 4, fakeUpscaler())
  const plain = enlarge(picture, 4)
  for (let i = 0; i < made.width * made.height; i++) {
    expect(made.data[4 * i + 3]).toBe(plain.data[4 * i + 3])
    if (made.data[4 * i + 3] > 8) expect(made.data[4 * i + 1]).toBeLessThan(made.data[4 * i] / 3)
  }
})

test('a network that does not enlarge is an error, not a picture', async () => {
  const idle: Network = { engine: 'idle', run: async (input) => input }
  await expect(make(drawDish(40, 30), 2, idle)).rejects.toThrow('must enlarge 2x or 4x')
})
