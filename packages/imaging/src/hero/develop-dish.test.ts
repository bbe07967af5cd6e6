import { expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { planDevelopment } from '../tone/develop-photo.ts'
import { PRESETS } from '../tone/enhance-presets.ts'
import { planDishDevelopment, stopsForDimWare } from './develop-dish.ts'

const [WIDTH, HEIGHT] = [160, 120]

/** A grey bowl with brown food in the middle of a table. */
function bowlOn(table: number, bowl: number): { pixels: Pixels; subject: Subject } {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const distance = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)
    alpha[i] = distance < 48 ? 255 : 0
    const noise = (7 * x + 13 * y) % 9
    const [r, g, b] = distance < 26 ? [0.7 * bowl, 0.5 * bowl, 0.35 * bowl] : [bowl, bowl, bowl]
    data.set(distance < 48 ? [r + noise, g + noise, b + noise] : [table, table, table], 3 * i)
  }
  const subject = { alpha, width: WIDTH, height: HEIGHT, confidence: 0.95, engine: 'isnet' }
  return { pixels: { data, width: WIDTH, height: HEIGHT, channels: 3 }, subject }
}

const plannedFor = async ({ pixels, subject }: ReturnType<typeof bowlOn>) =>
  (await planDevelopment(pixels, PRESETS[0], { subject })).recipe

test('a dish in the shade in front of a window is developed brighter than the photo as a whole asks for', async () => {
  const shaded = bowlOn(250, 110)
  const { recipe, tones } = await planDishDevelopment(shaded.pixels, shaded.subject)
  expect(recipe.exposure).toBeGreaterThan((await plannedFor(shaded)).exposure + 0.3)
  expect(tones.ware.light).toBeGreaterThan(0.5)
})

test('a dish with enough light is developed as the photo is', async () => {
  const bright = bowlOn(120, 215)
  const { recipe } = await planDishDevelopment(bright.pixels, bright.subject)
  expect(recipe).toEqual(await plannedFor(bright))
})

const tone = (light: number, colour = 0.05) => ({ light, warmth: colour, colour })

test('a dish on pale ware in a dim photo gets light, as much as its ware or its food needs and no more', () => {
  const stops = stopsForDimWare({ ware: tone(0.5), food: tone(0.35, 0.3) })
  expect(stops).toBeGreaterThan(0.3)
  expect(stops).toBeLessThanOrEqual(0.7)
  expect(stopsForDimWare({ ware: tone(0.5), food: tone(0.6, 0.3) })).toBe(0)
})

test.each([
  ['on a plate that is light already', tone(0.8)],
  ['on a black plate', tone(0.2)],
  ['on a coloured plate', tone(0.5, 0.4)],
])('dark food %s stays as dark as it is', (_, ware) => {
  expect(stopsForDimWare({ ware, food: tone(0.2, 0.2) })).toBe(0)
})
