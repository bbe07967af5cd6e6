import { describe, expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { cutOut, cutOutBands } from './cut-out.ts'

type Colour = readonly [number, number, number]
const RED: Colour = [190, 40, 30]
const GREEN: Colour = [60, 150, 70]
const [WIDTH, HEIGHT] = [420, 300]
const MIDDLE = { x: 203.3, y: 151.6 }

/** The share of a pixel that a disc covers whose edge is `soft` pixels wide. */
const coverAt = (x: number, y: number, radius: number, soft: number) =>
  Math.min(1, Math.max(0, (radius - Math.hypot(x + 0.5 - MIDDLE.x, y + 0.5 - MIDDLE.y)) / soft + 0.5))

/** A disc on a table with its true alpha at full size, and a subject on a copy `times` smaller. */
const scene = ({ times = 1, soft = 2, dish = RED, table = GREEN, channels = 3 as 3 | 4 } = {}) => {
  const data = new Uint8Array(WIDTH * HEIGHT * channels).fill(255)
  const truth = new Uint8Array(WIDTH * HEIGHT)
  const [width, height] = [WIDTH / times, HEIGHT / times]
  const sums = new Float64Array(width * height)
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const cover = coverAt(x, y, 90, soft)
      truth[i] = Math.round(255 * cover)
      for (let c = 0; c < 3; c++) data[channels * i + c] = Math.round(dish[c] * cover + table[c] * (1 - cover))
      sums[Math.floor(y / times) * width + Math.floor(x / times)] += (255 * cover) / times ** 2
    }
  }
  const alpha = Uint8Array.from(sums, Math.round)
  const subject: Subject = { alpha, width, height, confidence: 0.9, engine: 'isnet' }
  const pixels: Pixels = { data, width: WIDTH, height: HEIGHT, channels }
  return { pixels, subject, truth }
}

const alphaOf = ({ data }: Pixels) => Uint8Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3])
const centre = (alpha: Uint8Array) => {
  let [x, y, mass] = [0, 0, 0]
  alpha.forEach((value, i) => {
    x += value * (i % WIDTH)
    y += value * Math.floor(i / WIDTH)
    mass += value
  })
  return { x: x / mass, y: y / mass }
}

/** Mean difference along the edge from the dish alone, on a plain background. */
const fringe = (cut: Pixels, truth: Uint8Array, dish: Colour, ground: number) => {
  let [error, count] = [0, 0]
  truth.forEach((known, i) => {
    if (known < 8 || known > 247) return
    count++
    const found = cut.data[4 * i + 3] / 255
    for (let c = 0; c < 3; c++) {
      const shown = ground + (cut.data[4 * i + c] - ground) * found
      error += Math.abs(shown - (ground + ((dish[c] - ground) * known) / 255)) / 3
    }
  })
  return error / count
}

describe('a cut-out', () => {
  for (const times of [1, 2, 6]) {
    test(`has the size of the picture and the position of the dish, with a mask ${times}x smaller`, async () => {
      const { pixels, subject, truth } = scene({ times })
      const cut = await cutOut(pixels, subject)
      expect(cut).toMatchObject({ width: WIDTH, height: HEIGHT, channels: 4 })
      const [found, known] = [alphaOf(cut), truth]
      const both = found.filter((value, i) => value >= 128 && known[i] >= 128).length
      const either = found.filter((value, i) => value >= 128 || known[i] >= 128).length
      expect(both / either).toBeGreaterThan(0.98)
      const [at, is] = [centre(found), centre(known)]
      expect(Math.abs(at.x - is.x)).toBeLessThan(0.1)
      expect(Math.abs(at.y - is.y)).toBeLessThan(0.1)
    })
  }

  test('keeps a soft edge soft and a hard one narrow', async () => {
    const between = async (soft: number) => {
      const { pixels, subject } = scene({ soft })
      return alphaOf(await cutOut(pixels, subject)).filter((value) => value > 20 && value < 235).length
    }
    const [hard, gentle] = [await between(1), await between(7)]
    // An edge of 565 pixels.
    expect(hard).toBeLessThan(3 * 565)
    expect(gentle).toBeGreaterThan(1.5 * hard)
  })

  for (const [name, dish, table] of [
    ['a red dish on green', RED, GREEN],
    ['a dark dish on white', [50, 40, 36], [240, 238, 236]],
    ['a white dish on dark wood', [240, 238, 232], [66, 42, 30]],
  ] as const) {
    test(`has no trace of the old table at its edge, on white and on black: ${name}`, async () => {
      const { pixels, subject, truth } = scene({ dish, table })
      const cut = await cutOut(pixels, subject)
      const kept = { ...cut, data: Uint8Array.from(cut.data) }
      for (let i = 0; i < truth.length; i++) {
        if (kept.data[4 * i + 3] > 0) for (let c = 0; c < 3; c++) kept.data[4 * i + c] = pixels.data[3 * i + c]
      }
      const error = (of: Pixels) => fringe(of, truth, dish, 0) + fringe(of, truth, dish, 255)
      expect(error(cut)).toBeLessThan(0.75 * error(kept))
      expect(fringe(cut, truth, dish, 0)).toBeLessThan(16)
      expect(fringe(cut, truth, dish, 255)).toBeLessThan(16)
    })
  }

  test('keeps inner pixels, and has no colour where it is fully transparent', async () => {
    const { pixels, subject, truth } = scene()
    const { data } = await cutOut(pixels, subject)
    const changed = truth.filter((_, i) => {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const is = [0, 1, 2, 3].map((c) => data[4 * i + c])
      if (coverAt(x, y, 80, 1) === 1) return is[3] !== 255 || [0, 1, 2].some((c) => is[c] !== pixels.data[3 * i + c])
      return coverAt(x, y, 100, 1) === 0 && is.some((value) => value !== 0)
    })
    expect(changed).toHaveLength(0)
  })

  test('keeps the transparency of the picture', async () => {
    const { pixels, subject } = scene({ channels: 4 })
    for (let i = 0; i < WIDTH * HEIGHT; i++) if (i % WIDTH < WIDTH / 2) pixels.data[4 * i + 3] = 100
    const alpha = alphaOf(await cutOut(pixels, subject))
    const row = Math.round(MIDDLE.y) * WIDTH
    expect(alpha[row + 160]).toBe(100)
    expect(alpha[row + 250]).toBe(255)
    expect(alpha[row + 10]).toBe(0)
  })

  test('is the same in bands and as a whole', async () => {
    const { pixels, subject } = scene({ times: 2 })
    const whole = await cutOut(pixels, subject)
    const bands = await cutOutBands(pixels, subject)
    expect(Buffer.concat([...bands]).equals(Buffer.from(whole.data))).toBe(true)
  })

  test('has its black shadow below the dish, which does not change', async () => {
    const { pixels, subject } = scene()
    const [plain, shaded] = [await cutOut(pixels, subject), await cutOut(pixels, subject, { shadow: true })]
    const below = 4 * (Math.round(MIDDLE.y + 95) * WIDTH + Math.round(MIDDLE.x))
    expect(plain.data[below + 3]).toBe(0)
    expect(shaded.data[below + 3]).toBeGreaterThan(20)
    expect([...shaded.data.subarray(below, below + 3)]).toEqual([0, 0, 0])
    const inside = 4 * (Math.round(MIDDLE.y) * WIDTH + Math.round(MIDDLE.x))
    expect(shaded.data.subarray(inside, inside + 4)).toEqual(plain.data.subarray(inside, inside + 4))
  })
})
