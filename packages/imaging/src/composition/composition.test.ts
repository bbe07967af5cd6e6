import { describe, expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { composeDishes } from './compose-dishes.ts'
import { compositionWarnings } from './composition-warnings.ts'
import { outlineSupport, separate } from './outline-support.ts'
import { type Outline, packOutlines } from './pack-outlines.ts'
import { type PreparedDish, prepareDish } from './prepare-dish.ts'

// Pictures of a megapixel are drawn here, which takes long while other tests run.

type Shape = (x: number, y: number) => boolean
const disc =
  (cx: number, cy: number, a: number, b = a): Shape =>
  (x, y) =>
    ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 < 1
const GREEN = [60, 130, 70] as const
const TABLE = [150, 90, 60] as const

/** A green thing on a brown table. */
function photoOf(shape: Shape, width = 320, height = 240): { pixels: Pixels; subject: Subject } {
  const data = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const inside = shape(x + 0.5, y + 0.5)
      alpha[i] = inside ? 255 : 0
      data.set(inside ? GREEN : TABLE, 3 * i)
    }
  }
  return {
    pixels: { data, width, height, channels: 3 },
    subject: { alpha, width, height, confidence: 0.9, engine: 'isnet' },
  }
}

const prepared = async (shape: Shape, width?: number, height?: number): Promise<PreparedDish> => {
  const { pixels, subject } = photoOf(shape, width, height)
  const dish = await prepareDish(pixels, subject)
  if (!dish) throw new Error('no dish')
  return dish
}
const plate = () => prepared(disc(160, 120, 100))
const equal = (dishes: readonly PreparedDish[]) => dishes.map((dish) => ({ dish, weight: 1 / dishes.length }))
const codes = (made: { readonly warnings: readonly { readonly code: string }[] }) =>
  made.warnings.map(({ code }) => code)

const UNCUT = { left: false, right: false, top: false, bottom: false }
const support = (shape: Shape) => {
  const { subject } = photoOf(shape)
  return outlineSupport(subject, { left: 60, top: 20, width: 200, height: 200 })
}
const ROUND = support(disc(160, 120, 100))
const SQUARE = support((x, y) => Math.abs(x - 160) < 100 && Math.abs(y - 120) < 100)

describe('packing', () => {
  const outlines = (count: number): Outline[] =>
    Array.from({ length: count }, (_, at) => ({
      support: at % 3 === 2 ? SQUARE : ROUND,
      width: 26 * (1 - 0.03 * at),
      cut: UNCUT,
    }))

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('%d outlines lie inside every frame and never overlap', (count) => {
    for (const aspect of [16 / 9, 4 / 3, 1, 9 / 16]) {
      const given = outlines(count)
      for (const { places, scale } of packOutlines(given, aspect)) {
        for (let a = 0; a < count; a++) {
          const [x, y] = places[a]!
          const half = (given[a]!.width * scale) / 2
          expect(Math.min(x - half, Math.sqrt(aspect) - x - half)).toBeGreaterThan(-0.01)
          expect(Math.min(y - half, 1 / Math.sqrt(aspect) - y - half)).toBeGreaterThan(-0.01)
          for (let b = a + 1; b < count; b++) {
            const [one, other] = [given[a]!, given[b]!]
            const between = [places[b]![0] - x, places[b]![1] - y] as const
            const grown = [one.width * scale, other.width * scale] as const
            expect(separate(one.support, other.support, between, grown).distance).toBeGreaterThan(0)
          }
        }
      }
    }
  })

  test('the heaviest stands in front of the lightest', () => {
    const given = [34, 26, 20].map((width) => ({ support: ROUND, width, cut: UNCUT }))
    const [best] = packOutlines(given, 1)
    expect(best!.places[0]![1]).toBeGreaterThan(best!.places[2]![1])
  })

  test.each([2, 3, 4, 6, 10])('%i outlines stand in their order from left to right, many in most pairs', (count) => {
    const ranks = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? at / 2 : count - (at + 1) / 2))
    const [best] = packOutlines(
      outlines(count).map((one, at) => ({ ...one, rank: ranks[at]! })),
      4 / 3,
    )
    const pairs = ranks.flatMap((rank, a) =>
      ranks.flatMap((other, b) => (rank < other ? [best!.places[a]![0] < best!.places[b]![0]] : [])),
    )
    const share = pairs.filter((isOrdered) => isOrdered).length / pairs.length
    expect(share).toBeGreaterThanOrEqual(count <= 4 ? 1 : 0.8)
  })

  test('a cut side lies on the edge of the frame', () => {
    const given = [
      { support: ROUND, width: 26, cut: { ...UNCUT, left: true } },
      { support: ROUND, width: 26, cut: { ...UNCUT, bottom: true } },
      { support: ROUND, width: 26, cut: UNCUT },
    ]
    for (const { places, scale } of packOutlines(given, 4 / 3)) {
      expect(places[0]![0]).toBeCloseTo(13 * scale, 2)
      expect(places[1]![1]).toBeCloseTo(Math.sqrt(3 / 4) - 13 * scale, 2)
    }
  })
})

describe('sizes', () => {
  test('two whole plates are equally wide, however large each is in its photo', async () => {
    const small = await prepared(disc(160, 120, 45))
    const { plan, warnings } = await composeDishes(equal([await plate(), small]), { aspect: 4 / 3 })
    const [one, other] = plan.dishes
    expect(one!.width / other!.width).toBeCloseTo(1, 1)
    expect(warnings.filter(({ code }) => code === 'size_assumed')).toEqual([])
  })

  test('a spoon over the rim does not make its plate smaller', async () => {
    const withSpoon = await prepared(
      (x, y) => disc(130, 120, 80)(x, y) || (Math.abs(y - 120) < 3 && x > 130 && x < 290),
    )
    expect(withSpoon.ware.known).toBe(true)
    expect(withSpoon.ware.cm).toBeGreaterThan(33)
  })

  test('food without a plate has an assumed size, and a warning that names its picture', async () => {
    const heap = await prepared(
      (x, y) => disc(120, 90, 50)(x, y) || disc(180, 130, 55)(x, y) || disc(130, 160, 40)(x, y),
    )
    const { warnings } = await composeDishes(equal([await plate(), heap]), { aspect: 1 })
    expect(warnings.find(({ code }) => code === 'size_assumed')?.message).toMatch(/^Picture 2: /)
  })

  test('the row says which dish stands on the left', async () => {
    const { plan } = await composeDishes(equal([await plate(), await plate()]), { aspect: 4 / 3, row: [1, 0] })
    expect(plan.dishes[1]!.left).toBeLessThan(plan.dishes[0]!.left)
  })

  test('a heavier dish is larger and lower in the picture', async () => {
    const [dish, other] = [await plate(), await plate()]
    const weighted = [
      { dish, weight: 0.25 },
      { dish: other, weight: 0.75 },
    ]
    const { plan } = await composeDishes(weighted, { aspect: 1 })
    const [light, heavy] = plan.dishes
    expect(heavy!.width).toBeGreaterThan(1.2 * light!.width)
    // They stand as they were given.
    expect(light!.left + light!.width / 2).toBeLessThan(heavy!.left + heavy!.width / 2)
    expect(heavy!.top + heavy!.height / 2).toBeGreaterThan(light!.top + light!.height / 2)
  })
})

describe('the picture', () => {
  test('shows every dish, and a shadow on the side away from the light', async () => {
    const { pixels, plan } = await composeDishes(equal([await plate(), await plate()]), {
      aspect: 4 / 3,
      backdrop: 'studio-light',
      light: 'left',
    })
    expect(plan.light).toBe('top-left')
    expect(Math.max(pixels.width, pixels.height)).toBeGreaterThanOrEqual(1024)
    const at = (x: number, y: number) =>
      pixels.data.subarray(3 * (y * pixels.width + x), 3 * (y * pixels.width + x) + 3)
    for (const { left, top, width, height } of plan.dishes) {
      const [red, green] = at(Math.round(left + width / 2), Math.round(top + height / 2))
      expect(green!).toBeGreaterThan(red! + 30)
      const level = Math.round(top + height / 2)
      const away = Math.round(0.02 * width)
      expect(at(left + width + away, level)[1]).toBeLessThan(at(left - away, level)[1]!)
    }
  })

  test('the same dishes give the same bytes, and another variant gives another arrangement', async () => {
    const dishes = equal([await plate(), await plate()])
    const options = { aspect: 1, backdrop: 'studio-light' } as const
    const [one, again] = [await composeDishes(dishes, options), await composeDishes(dishes, options)]
    expect(one.pixels.data).toEqual(again.pixels.data)
    const other = await composeDishes(dishes, { ...options, variant: 1 })
    expect(other.plan.dishes).not.toEqual(one.plan.dishes)
  })

  test('a dish that its photo cuts once stands at the edge, and one that it cuts on both sides is rounded off', async () => {
    const once = await prepared(disc(60, 120, 90))
    const twice = await prepared(disc(160, 120, 200, 90))
    const made = await composeDishes(equal([await plate(), once, twice]), { aspect: 16 / 9 })
    expect(made.plan.dishes[1]!.left).toBeLessThanOrEqual(1)
    expect(codes(made)).toEqual(expect.arrayContaining(['dish_cut', 'dish_trimmed']))
  })

  test('photos from other heights get a warning', async () => {
    const fromTheSide = await prepared(disc(160, 120, 110, 55))
    const made = await composeDishes(equal([await plate(), await plate(), fromTheSide]), { aspect: 1 })
    expect(codes(made)).toContain('angle_differs')
  })
})

test('an empty mask, and one too ragged to be a dish, are no dishes', async () => {
  const empty = photoOf(() => false)
  expect(await prepareDish(empty.pixels, empty.subject)).toBeUndefined()
  const ring = photoOf((x, y) => disc(160, 130, 110)(x, y) && !disc(160, 110, 95)(x, y))
  expect(await prepareDish(ring.pixels, ring.subject)).toBeUndefined()
})

test('a plate with a thumb on its rim is named, and a whole one is not', async () => {
  const whole = disc(160, 120, 100)
  const thumb = disc(260, 120, 14)
  const warned = async (shape: Shape) => {
    const dish = await prepared(shape)
    return compositionWarnings([{ dish, scale: 1 }], { tilt: dish.tilt }).map(({ code }) => code)
  }
  expect(await warned((x, y) => whole(x, y) && !thumb(x, y))).toContain('outline_ragged')
  expect(await warned(whole)).not.toContain('outline_ragged')
})
