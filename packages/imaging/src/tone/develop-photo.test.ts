import { describe, expect, it } from 'vitest'
import { copyOf, drawDish, drawPicture, means, seededRandom } from '../../test/support/drawn-pictures.ts'
import { lumaSsim, meanDeltaE } from '../../test/support/picture-measures.ts'
import { decodeLight, encodeLight } from '../colour/linear-light.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { developPhoto, planDevelopment } from './develop-photo.ts'
import { findPreset, PRESETS } from './enhance-presets.ts'

const enhanced = async (pixels: Pixels, id = 'balanced') => {
  const result = copyOf(pixels)
  const { recipe, analysisCopy } = await planDevelopment(result, findPreset(id)!)
  developPhoto(result, analysisCopy, recipe)
  return { result, recipe }
}

/** The picture with another exposure and in another light. Reflections stay white. */
const relit = ({ data, ...rest }: Pixels, gains: readonly [number, number, number]): Pixels => ({
  ...rest,
  data: data.map((code, i) => {
    const at = i - (i % 3)
    if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255) return 255
    return Math.round(255 * encodeLight(Math.min(1, decodeLight(code / 255) * gains[i % 3])))
  }),
})

const clipped = ({ data }: Pixels) =>
  data.reduce((count, code) => count + (code === 0 || code === 255 ? 1 : 0), 0) / data.length
const dish = drawDish()

describe('a photo that is brightened', () => {
  /** The spread between the channels of a plain colour, before and after. */
  const spreads = async (colour: readonly number[]) => {
    const picture = drawPicture(64, 48, () => colour as [number, number, number])
    const spread = () => Math.max(...picture.data.subarray(0, 3)) - Math.min(...picture.data.subarray(0, 3))
    const before = spread()
    const { recipe, analysisCopy } = await planDevelopment(picture, findPreset('balanced')!)
    const look = { ...recipe.look, brightness: 0, contrast: 0, shadows: 0, highlights: 0, vibrance: 0, saturation: 0 }
    const plain = { black: 0, white: 1, balance: [1, 1, 1] as const, lift: 0, whites: 0 }
    developPhoto(picture, analysisCopy, { ...recipe, ...plain, exposure: 0.7, look })
    return {
      before,
      after: spread(),
      light: lumaOf(...(picture.data.subarray(0, 3) as unknown as [number, number, number])),
    }
  }

  it('gets no more colour where it is vivid, so that sauce does not turn to neon', async () => {
    const { before, after, light } = await spreads([200, 48, 12])
    expect(after).toBeLessThan(1.15 * before)
    expect(light).toBeGreaterThan(1.15 * lumaOf(200, 48, 12))
  })

  it('gets as much more colour as light where it is not', async () => {
    const { before, after } = await spreads([120, 84, 60])
    expect(after).toBeGreaterThan(1.15 * before)
  })
})

describe('the balanced preset', () => {
  it('hardly changes a good photo', async () => {
    const { result } = await enhanced(dish)
    expect(meanDeltaE(result, dish)).toBeLessThan(3)
    expect(lumaSsim(result, dish)).toBeGreaterThan(0.95)
  })

  it.each([
    ['1.5 stops under', [0.354, 0.354, 0.354], 0.5],
    ['2 stops under', [0.25, 0.25, 0.25], 0.5],
    ['under a warm lamp', [1.45, 0.95, 0.42], 0.5],
    ['in blue shade', [0.8, 1, 1.5], 0.3],
    ['dark under a warm lamp', [0.72, 0.47, 0.21], 0.45],
  ] as const)('corrects a photo taken %s', async (_, gains, fall) => {
    const spoilt = relit(dish, gains)
    const { result } = await enhanced(spoilt)
    expect(meanDeltaE(result, dish)).toBeLessThan((1 - fall) * meanDeltaE(spoilt, dish))
  })

  it('removes a grey veil', async () => {
    const veiled = { ...dish, data: dish.data.map((code) => 64 + code * 0.5) }
    const { result } = await enhanced(veiled)
    expect(meanDeltaE(result, dish)).toBeLessThan(0.5 * meanDeltaE(veiled, dish))
  })

  it('removes noise and keeps texture', async () => {
    const next = seededRandom(7)
    const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-9)) * Math.cos(6.2832 * next())
    const smooth = drawDish(480, 360, 1, 0.2)
    const noisy = {
      ...smooth,
      data: Uint8Array.from(smooth.data, (code) => Math.max(0, Math.min(255, Math.round(code + 12.75 * gauss())))),
    }
    const { result, recipe } = await enhanced(noisy)
    expect(recipe.denoise.luma).toBeGreaterThan(5)
    expect(meanDeltaE(result, smooth)).toBeLessThan(0.5 * meanDeltaE(noisy, smooth))
    expect((await enhanced(dish)).recipe.denoise).toEqual({ luma: 0, chroma: 0 })
  })

  it('clips no more pixels than before', async () => {
    for (const picture of [dish, relit(dish, [0.354, 0.354, 0.354]), relit(dish, [1.45, 0.95, 0.42])]) {
      const { result } = await enhanced(picture)
      expect(clipped(result)).toBeLessThan(Math.max(clipped(picture), clipped(dish)) + 0.005)
    }
  })

  it.each(['balanced', 'delivery-optimized', 'social-media'])(
    'never makes the brighter part of a pepper darker than the rest: %s',
    async (preset) => {
      // A pepper on a dark pan, from deep orange to the brightest orange that a channel can hold.
      const pepper = drawPicture(480, 360, (x, y) => {
        if (Math.abs(y - 180) > 60 || x < 80 || x >= 400) return [40, 34, 30]
        const share = 0.75 + (0.25 * (x - 80)) / 320
        return [Math.min(255, 262 * share), 118 * share, 12 * share]
      })
      const { result } = await enhanced(pepper, preset)
      const strip = Array.from({ length: 30 }, (_, i) => {
        const at = (180 * 480 + 90 + i * 10) * 3
        const [r, g, b] = [result.data[at], result.data[at + 1], result.data[at + 2]]
        return lumaOf(r, g, b)
      })
      strip.forEach((luma, i) => {
        expect(luma, `${i}: ${strip.map(Math.round)}`).toBeGreaterThan(Math.max(...strip.slice(0, i), 0) - 2.5)
      })
    },
  )

  it('does not mistake a wooden table and a curry for warm light', async () => {
    const meal = drawPicture(400, 300, (x, y) => {
      const wave = 10 * Math.sin(x / 5) + 6 * Math.sin(y / 3)
      const distance = Math.hypot(x - 200, y - 150)
      if (distance > 130) return [176 + wave, 124 + wave, 78 + wave]
      if (distance > 118) return [226, 222, 216]
      return distance > 112 ? [30, 27, 25] : [196 + wave, 118 + wave, 34]
    })
    const [red, , blue] = means(meal)
    const [redAfter, , blueAfter] = means((await enhanced(meal)).result)
    expect(redAfter / blueAfter).toBeGreaterThan((red / blue) * 0.85)
  })
})

describe('any picture', () => {
  it('keeps grey neutral', async () => {
    const ramp = drawPicture(256, 128, (x, y) => [x, x, x].map((v) => (v + y) / 2) as never)
    for (const { id } of PRESETS) {
      const { data } = (await enhanced(ramp, id)).result
      let widest = 0
      for (let i = 0; i < data.length; i += 3) {
        const pixel = [data[i], data[i + 1], data[i + 2]] as const
        widest = Math.max(widest, Math.max(...pixel) - Math.min(...pixel))
      }
      expect(widest, id).toBeLessThanOrEqual(1)
    }
  })

  it('keeps a smooth ramp rising, without steps', async () => {
    const ramp = drawPicture(512, 32, (x) => [x >> 1, x >> 1, x >> 1])
    const { data } = (await enhanced(ramp)).result
    for (let x = 1; x < 512; x++) {
      const step = data[(16 * 512 + x) * 3] - data[(16 * 512 + x - 1) * 3]
      expect(step).toBeGreaterThanOrEqual(-1)
      expect(step).toBeLessThanOrEqual(6)
    }
  })

  it.each([
    [1, 1],
    [1, 900],
    [900, 1],
    [3, 2],
    [17, 19],
  ])('of %i by %i pixels is developed', async (width, height) => {
    for (const level of [0, 90, 255]) {
      const { result } = await enhanced(drawPicture(width, height, () => [level, level, level]))
      expect(result.data).toHaveLength(width * height * 3)
    }
  })

  it('stays black when it is black and white when it is white', async () => {
    expect(means((await enhanced(drawPicture(64, 64, () => [0, 0, 0]))).result)[0]).toBeLessThan(4)
    expect(means((await enhanced(drawPicture(64, 64, () => [255, 255, 255]))).result)[0]).toBeGreaterThan(236)
  })

  it('keeps its alpha', async () => {
    const data = new Uint8Array(60 * 40 * 4)
    for (let i = 0; i < data.length; i++) data[i] = (i * 7919) % 251
    const given: Pixels = { data, width: 60, height: 40, channels: 4 }
    const { result } = await enhanced(given)
    for (let i = 3; i < data.length; i += 4) expect(result.data[i]).toBe(data[i])
  })

  it('gives the same result every time', async () => {
    const { result, recipe } = await enhanced(dish, 'social-media')
    const again = await enhanced(dish, 'social-media')
    expect(Buffer.compare(Buffer.from(again.result.data), Buffer.from(result.data))).toBe(0)
    expect(again.recipe).toEqual(recipe)
    expect(JSON.parse(JSON.stringify(recipe))).toEqual(recipe)
  })
})

/** An overexposed dish on white ware, in a light tent. */
const tented = drawPicture(320, 240, (x, y) => {
  const grain = 1 + 0.08 * Math.sin(x / 2) * Math.sin(y / 1.7)
  const away = Math.hypot(x - 160, y - 120)
  if (away < 55) return [255 * Math.min(1, 0.98 * grain), 240 * grain, 205 * grain]
  return away < 95 ? [249, 249, 250] : [255, 255, 255]
})

describe('a blown white backdrop', () => {
  it.each(PRESETS.map(({ id }) => id))('stays white in the preset %s, also when the dish is darkened', async (id) => {
    const { result, recipe } = await enhanced(tented, id)
    expect(recipe.exposure).toBeLessThan(-0.1)
    const corner = [...result.data.slice(0, 3)]
    expect(Math.min(...corner)).toBeGreaterThanOrEqual(254)
    const middle = 3 * (120 * 320 + 160)
    expect(result.data[middle + 2]).toBeLessThan(tented.data[middle + 2]!)
  })
})

describe('presets', () => {
  it('differ visibly from each other, in the direction of their names', async () => {
    const made = new Map<string, Pixels>()
    for (const { id } of PRESETS) made.set(id, (await enhanced(dish, id)).result)
    const ids = [...made.keys()]
    for (const one of ids)
      for (const other of ids)
        if (one < other) expect(meanDeltaE(made.get(one)!, made.get(other)!)).toBeGreaterThan(1.5)

    const luma = (id: string) => means(made.get(id)!).reduce((sum, mean) => sum + mean, 0)
    const vividness = (id: string) => {
      const { data } = made.get(id)!
      let sum = 0
      for (let i = 0; i < data.length; i += 3)
        sum += Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2])
      return sum
    }
    expect(luma('delivery-optimized')).toBeGreaterThan(luma('balanced'))
    expect(vividness('social-media')).toBeGreaterThan(vividness('balanced'))
    expect(vividness('print-ready')).toBeLessThan(vividness('balanced'))
    expect(findPreset('print-ready')!.look.sharpen).toBeLessThan(findPreset('balanced')!.look.sharpen)
  })
})

describe('the preset for print', () => {
  it('leaves white ware as light as the balanced preset does, and opens the shadows', async () => {
    const made = new Map<string, Pixels>()
    for (const id of ['balanced', 'print-ready']) made.set(id, (await enhanced(dish, id)).result)
    const tones = (id: string) => {
      const { data } = made.get(id)!
      const lumas = Array.from({ length: data.length / 3 }, (_, i) =>
        lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]),
      )
      const meanWhere = (belongs: (code: number) => boolean) => {
        const some = lumas.filter((_, i) =>
          belongs(lumaOf(dish.data[3 * i], dish.data[3 * i + 1], dish.data[3 * i + 2])),
        )
        return some.reduce((sum, value) => sum + value, 0) / some.length
      }
      return { white: meanWhere((code) => code > 200 && code < 250), dark: meanWhere((code) => code < 60) }
    }
    const [print, balanced] = [tones('print-ready'), tones('balanced')]
    expect(print.white).toBeGreaterThan(balanced.white - 1)
    expect(print.dark).toBeGreaterThan(balanced.dark + 2)
  })
})

describe('a photo of one thing from edge to edge', () => {
  /** A surface of blocks, each of its own tone. */
  const surface = (tone: (share: number) => number) => {
    const next = seededRandom(5)
    const tones = Array.from({ length: 40 * 30 }, () => tone(next()))
    return drawPicture(400, 300, (x, y) => {
      const code = tones[Math.floor(y / 10) * 40 + Math.floor(x / 10)]
      return [code, 0.78 * code, 0.6 * code]
    })
  }

  it('that is even and dark counts as underexposed, and is brightened fully', async () => {
    const toast = surface((share) => 150 + 60 * share)
    const { recipe } = await enhanced(relit(toast, [0.354, 0.354, 0.354]))
    expect(recipe.exposure).toBeGreaterThan(1.2)
  })
})
