import { describe, expect, test } from 'vitest'
import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { type LightDirection, type LightSource, lightPosition } from './light-source.ts'
import { relightPhoto } from './relight-photo.ts'

const USUAL: LightSource = { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 }
const [WIDTH, HEIGHT] = [240, 180]

/** A round plate in the middle; `paint` gives its colour and that of the table. */
const scene = (paint: (inside: boolean, x: number, y: number) => readonly number[], channels: 3 | 4 = 3) => {
  const data = new Uint8Array(WIDTH * HEIGHT * channels)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inside = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 62
      alpha[y * WIDTH + x] = inside ? 255 : 0
      data.set(paint(inside, x, y), (y * WIDTH + x) * channels)
    }
  }
  const pixels: Pixels = { data, width: WIDTH, height: HEIGHT, channels }
  const subject: Subject = { alpha, width: WIDTH, height: HEIGHT, confidence: 0.9, engine: 'isnet' }
  return { pixels, subject }
}
/** Food of three colours with glints, which show that it has enough light. */
const food = (exposure = 1) => scene((inside, x, y) => foodAt(inside, x, y).map((code) => Math.round(code * exposure)))
const foodAt = (inside: boolean, x: number, y: number): readonly number[] => {
  if (!inside) return [96, 70, 48]
  if ((7 * x + 3 * y) % 16 === 0) return [236, 228, 214]
  const spot = Math.sin(x / 7) * Math.cos(y / 5)
  return spot > 0.4 ? [74, 118, 52] : spot < -0.5 ? [188, 52, 38] : [196, 138, 62]
}
const copyOf = (pixels: Pixels): Pixels => ({ ...pixels, data: Uint8Array.from(pixels.data) })
const linearAt = ({ data, channels }: Pixels, i: number) =>
  [0, 1, 2].map((c) => LINEAR[data[i * channels + c]]) as [number, number, number]
const lightOf = ([r, g, b]: readonly [number, number, number]) => luminanceOf(r, g, b)

/** Gains of the half of the dish that faces the light, and of the other half. */
const gains = (before: Pixels, after: Pixels, { alpha }: Subject, direction: LightDirection) => {
  const toward = lightPosition({ direction, softness: 0.6 })
  const sums = [0, 0, 0, 0]
  alpha.forEach((value, i) => {
    if (value === 0) return
    const lit = ((i % WIDTH) - WIDTH / 2) * toward.x + (Math.floor(i / WIDTH) - HEIGHT / 2) * toward.y > 0 ? 0 : 2
    sums[lit] += lightOf(linearAt(before, i))
    sums[lit + 1] += lightOf(linearAt(after, i))
  })
  return { lit: sums[1] / sums[0], other: sums[3] / sums[2] }
}

describe.each(['left', 'right', 'top', 'top-left', 'top-right', 'back'] as const)('a light from %s', (direction) => {
  test('brightens the side that faces it by at least 25 % more than the other, and keeps the dish about as bright', async () => {
    const { pixels, subject } = food()
    const before = copyOf(pixels)
    expect(await relightPhoto(pixels, subject, { ...USUAL, direction })).toEqual([])
    const { lit, other } = gains(before, pixels, subject, direction)
    expect(lit / other).toBeGreaterThan(1.25)
    expect((lit + other) / 2).toBeGreaterThan(0.9)
    expect((lit + other) / 2).toBeLessThan(1.15)
  })
})

test('a dish that is too dark gets brighter, and its far side no darker than it was', async () => {
  const { pixels, subject } = food(0.6)
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, USUAL)
  const { lit, other } = gains(before, pixels, subject, 'left')
  expect((lit + other) / 2).toBeGreaterThan(1.3)
  expect(other).toBeGreaterThan(1)
  expect(lit / other).toBeGreaterThan(1.25)
})

test('colours keep their hue: a light without tint changes red, green and blue alike', async () => {
  const { pixels, subject } = food()
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, { ...USUAL, strength: 1 })
  let worst = 0
  for (let i = 0; i < subject.alpha.length; i++) {
    const [was, is] = [linearAt(before, i), linearAt(pixels, i)]
    const gain = lightOf(is) / lightOf(was)
    // A code is one of 256. Rounding of a dark channel is not a change of hue.
    was.forEach((value, c) => {
      worst = Math.max(worst, Math.abs(is[c] - value * gain) - 0.004)
    })
  }
  expect(worst).toBeLessThan(0.006)
})

test('warmth tints only the added light: the lit side more than the other', async () => {
  const { pixels, subject } = scene(() => [128, 128, 128])
  await relightPhoto(pixels, subject, { ...USUAL, warmth: 1 })
  const redness = (x: number) => {
    const [r, , b] = linearAt(pixels, (HEIGHT / 2) * WIDTH + x)
    return r / b
  }
  expect(redness(70)).toBeGreaterThan(1.3)
  expect(redness(70)).toBeGreaterThan(1.08 * redness(170))
})

test('white stays white, black stays black, and no other pixel becomes either', async () => {
  const { pixels, subject } = scene((inside, x) =>
    inside ? [x % 256, (2 * x) % 256, 255 - (x % 256)] : [255, 255, 255],
  )
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, { ...USUAL, strength: 1, softness: 0 })
  before.data.forEach((value, i) => {
    if (value < 250 && value > 12) {
      expect(pixels.data[i]).toBeLessThan(255)
      expect(pixels.data[i]).toBeGreaterThan(0)
    }
    if (value === 0) expect(pixels.data[i]).toBe(0)
  })
})

test.each([0, 0.8, -0.8])('the brightest parts of a bright photo do not clip, with a warmth of %s', async (warmth) => {
  const { pixels, subject } = scene((inside, x, y) => {
    const code = 205 + ((3 * x + 7 * y) % 47)
    return inside ? [code, code, code] : [code, 190, 150]
  })
  const brightest = () => pixels.data.reduce((most, code) => Math.max(most, code))
  expect(brightest()).toBe(251)
  await relightPhoto(pixels, subject, { ...USUAL, softness: 0, warmth, strength: 1 })
  expect(brightest()).toBeLessThan(254)
})

test('a dark room does not turn black in the shade of the light', async () => {
  const { pixels, subject } = scene((inside) => (inside ? [180, 120, 60] : [6, 6, 6]))
  await relightPhoto(pixels, subject, { ...USUAL, strength: 1, softness: 0 })
  expect(pixels.data.every((code) => code > 3)).toBe(true)
})

test('the rim of a plate gets no halo, because light changes smoothly across it', async () => {
  const { pixels, subject } = scene((inside) => (inside ? [220, 220, 220] : [60, 60, 60]))
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, { ...USUAL, direction: 'top' })
  const gain = (x: number) => {
    const i = (HEIGHT / 2) * WIDTH + x
    return lightOf(linearAt(pixels, i)) / lightOf(linearAt(before, i))
  }
  for (let x = 2; x < WIDTH - 2; x++) {
    const across = Math.abs(x - WIDTH / 2 + 62) < 3 || Math.abs(x - WIDTH / 2 - 62) < 3
    // On the rim itself white gains less than grey, so only one side is compared with itself.
    if (!across) expect(Math.abs(gain(x + 1) / gain(x) - 1)).toBeLessThan(0.08)
  }
  expect(Math.abs(gain(WIDTH / 2 - 66) / gain(WIDTH / 2 - 90) - 1)).toBeLessThan(0.3)
})

test('a white plate beside dark food stays even, because a border of two things is no hill', async () => {
  const radius = (x: number, y: number) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)
  const { pixels, subject } = scene((inside, x, y) =>
    !inside ? [90, 70, 50] : radius(x, y) < 30 ? [60, 48, 40] : [215, 215, 215],
  )
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, USUAL)
  const gain = (x: number) => {
    const i = (HEIGHT / 2) * WIDTH + WIDTH / 2 + x
    return lightOf(linearAt(pixels, i)) / lightOf(linearAt(before, i))
  }
  for (const side of [-1, 1]) {
    const plate = (side < 0 ? [-42, -40, -38, -36, -34] : [34, 36, 38, 40, 42]).map(gain)
    for (let i = 1; i < plate.length; i++) expect(plate[i]! / plate[i - 1]!).toBeLessThan(1.005)
    // The light itself falls off to 0.84 of it there.
    expect(Math.min(...plate) / Math.max(...plate)).toBeGreaterThan(0.82)
  }
})

test('the shadow of the dish falls on the table and not on the room behind it', async () => {
  const horizon = 60
  const { pixels, subject } = scene((inside, _, y) =>
    inside ? [190, 120, 60] : y < horizon ? [60, 90, 150] : [150, 110, 80],
  )
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, USUAL)
  const shade = (y: number) => {
    const edge = Math.round(WIDTH / 2 + Math.sqrt(62 ** 2 - (y - HEIGHT / 2) ** 2))
    const gain = (x: number) => {
      const i = y * WIDTH + x
      return lightOf(linearAt(pixels, i)) / lightOf(linearAt(before, i))
    }
    return gain(edge + 7) / gain(edge + 45)
  }
  expect(shade(100)).toBeLessThan(0.8)
  expect(shade(48)).toBeGreaterThan(shade(100) + 0.1)
})

test('a blown white backdrop stays white on the far side of the light, and takes only the shadow of the dish', async () => {
  const { pixels, subject } = scene((inside, x, y) => {
    if (!inside) return [255, 255, 255]
    return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 40 ? [180, 90, 40] : [228, 228, 228]
  })
  const at = (x: number, y: number) => pixels.data[3 * (y * WIDTH + x)] ?? 0
  const plate = at(172, 90)
  await relightPhoto(pixels, subject, USUAL)
  for (const [x, y] of [
    [5, 5],
    [235, 5],
    [235, 175],
    [120, 5],
  ] as const)
    expect(at(x, y)).toBeGreaterThanOrEqual(250)
  expect(at(172, 90)).toBeLessThan(plate - 5)
  expect(at(188, 90)).toBeLessThan(245)
  // A deep shadow on a page of which nothing is seen looks like a stain.
  expect(Math.min(...Array.from({ length: 50 }, (_, k) => at(185 + k, 90)))).toBeGreaterThan(235)
})

test('a white plate that is cut out is lit up to its rim, because what is transparent is no white backdrop', async () => {
  const { pixels, subject } = scene((inside) => (inside ? [248, 248, 248, 255] : [255, 255, 255, 0]), 4)
  const at = (x: number) => pixels.data[4 * (90 * WIDTH + x)] ?? 0
  await relightPhoto(pixels, subject, USUAL)
  expect(Math.abs(at(180) - at(174))).toBeLessThan(8)
  expect(at(180)).toBeLessThan(at(60))
})

test('strength 0 changes no pixel', async () => {
  const { pixels, subject } = food()
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, { ...USUAL, strength: 0, warmth: 1 })
  expect(pixels.data).toEqual(before.data)
})

test('transparency does not change', async () => {
  const { pixels, subject } = scene((inside, x) => [90, 80, 70, inside ? 255 : x % 256], 4)
  const before = copyOf(pixels)
  await relightPhoto(pixels, subject, USUAL)
  const alphas = ({ data }: Pixels) => data.filter((_, i) => i % 4 === 3)
  expect(alphas(pixels)).toEqual(alphas(before))
})

test('without a dish the whole frame is lit, and a warning says so', async () => {
  const { pixels } = scene(() => [120, 120, 120])
  const warnings = await relightPhoto(pixels, undefined, USUAL)
  expect(warnings.map(({ code }) => code)).toEqual(['dish_not_found'])
  const at = (x: number) => pixels.data[((HEIGHT / 2) * WIDTH + x) * 3]
  expect(at(40)).toBeGreaterThan(at(200) + 10)
})

test('the same input gives the same bytes', async () => {
  const [one, other] = [food(), food()]
  await relightPhoto(one.pixels, one.subject, { ...USUAL, warmth: 0.3 })
  await relightPhoto(other.pixels, other.subject, { ...USUAL, warmth: 0.3 })
  expect(one.pixels.data).toEqual(other.pixels.data)
})

test.each([
  [1, 1, 128],
  [3000, 10, 128],
  [10, 3000, 90],
  [64, 64, 0],
  [64, 64, 255],
])('%d x %d of grey %d is accepted', async (width, height, grey) => {
  const pixels: Pixels = { data: new Uint8Array(width * height * 3).fill(grey), width, height, channels: 3 }
  const alpha = new Uint8Array(Math.max(1, width >> 1) * Math.max(1, height >> 1)).fill(255)
  const subject = {
    alpha,
    width: Math.max(1, width >> 1),
    height: Math.max(1, height >> 1),
    confidence: 1,
    engine: 'isnet',
  }
  await relightPhoto(pixels, subject, { ...USUAL, warmth: 1, strength: 1 })
  const [least, most] = [Math.min(...pixels.data), Math.max(...pixels.data)]
  if (grey === 0) expect([least, most]).toEqual([0, 0])
  else expect(least).toBeGreaterThan(20)
})

test('food on a plain plate gets no second outline beside it', async () => {
  const plate = [205, 205, 205] as const
  const relit = async (food: (x: number, y: number) => readonly number[]) => {
    const { pixels, subject } = scene((inside, x, y) => {
      if (!inside) return [60, 52, 44]
      return Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) > 30 ? plate : food(x, y)
    })
    await relightPhoto(pixels, subject, USUAL)
    return (x: number) => lightOf(linearAt(pixels, (HEIGHT / 2) * WIDTH + WIDTH / 2 + x))
  }
  const bare = await relit(() => plate)
  const laden = await relit((x, y) => (Math.sin(x / 3) * Math.cos(y / 4) > 0 ? [150, 60, 30] : [120, 44, 24]))
  const apart = (x: number) => laden(x) / bare(x) / (laden(46) / bare(46))
  for (const x of [33, 35, 37, 39, 42]) expect(Math.abs(apart(x) - 1)).toBeLessThan(0.03)
})
