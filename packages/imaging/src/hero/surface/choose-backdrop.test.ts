import { expect, test } from 'vitest'
import type { Pixels } from '../../raster/pixels.ts'
import { chooseBackdrop, isSeeThrough } from './choose-backdrop.ts'
import { measureDishTones } from './dish-tones.ts'

type Colour = readonly [number, number, number]
const WHITE: Colour = [232, 231, 228]
const BLACK: Colour = [38, 38, 42]
const CURRY: Colour = [205, 120, 40]
const SALAD: Colour = [96, 150, 62]
const WOOD: Colour = [140, 100, 66]

/** A round plate with food in its middle on a table. */
const tonesOf = async (ware: Colour, food: Colour, table: Colour) => {
  const [width, height] = [320, 240]
  const data = new Uint8Array(3 * width * height)
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) {
    const away = Math.hypot((i % width) - 170, Math.floor(i / width) - 120)
    alpha[i] = away < 95 ? 255 : 0
    data.set(away < 55 ? food : away < 95 ? ware : table, 3 * i)
  }
  const copy: Pixels = { data, width, height, channels: 3 }
  return measureDishTones(copy, { alpha, width, height })
}

test('the tones are those of the ware at the rim, of the food and its place, and of the table beside it', async () => {
  const { ware, food, foodAt, table, alike } = await tonesOf(WHITE, CURRY, BLACK)
  expect(ware.light).toBeCloseTo(0.905, 2)
  expect(food.warmth).toBeGreaterThan(0.5)
  expect([foodAt.x * 320, foodAt.y * 240].map(Math.round)).toEqual([170, 120])
  expect(table?.light).toBeLessThan(0.2)
  expect(alike).toBe(0)
})

test.each([
  ['white ware with warm food', WHITE, CURRY, 'oak'],
  ['white ware with a salad', WHITE, SALAD, 'slate'],
  ['black ware with warm food', BLACK, CURRY, 'oak'],
] as const)('%s is placed on a surface from which it stands out: %s', async (_, ware, food, surface) => {
  expect(chooseBackdrop(await tonesOf(ware, food, [128, 128, 128]))).toBe(surface)
})

test('black ware is never placed on a dark surface, and white ware never on a white one', async () => {
  for (const food of [CURRY, SALAD, WHITE, BLACK]) {
    for (const table of [WOOD, WHITE, BLACK]) {
      expect(['slate', 'studio-dark']).not.toContain(chooseBackdrop(await tonesOf(BLACK, food, table)))
      expect(['marble', 'studio-light', 'linen']).not.toContain(chooseBackdrop(await tonesOf(WHITE, food, table)))
    }
  }
})

test('ware of glass is placed on a surface like the old table, which is visible in it', async () => {
  const tones = await tonesOf(WOOD, SALAD, WOOD)
  expect(isSeeThrough(tones)).toBe(true)
  expect(chooseBackdrop(tones)).toBe('oak')
  expect(isSeeThrough(await tonesOf(WHITE, SALAD, WHITE))).toBe(false)
})
