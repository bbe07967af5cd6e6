import { expect, test } from 'vitest'
import { drawnMasks } from '../../test/support/drawn-masks.ts'
import { drawDish } from '../../test/support/drawn-pictures.ts'
import { decodeLight, encodeLight } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'
import { lightThatShows } from './light-that-shows.ts'

const dish = drawDish()
const { width, height } = dish
const plate = drawnMasks(width, height).maskOf((x, y) => Math.hypot(x - width / 2, y - height / 2) < 0.44 * height)

/** The dish in another light: gains of red, green and blue in linear light. */
const inLight = (gains: readonly [number, number, number]): Pixels => ({
  ...dish,
  data: dish.data.map((code, i) => Math.round(255 * encodeLight(Math.min(1, decodeLight(code / 255) * gains[i % 3]!)))),
})

test('says nothing of a dish in good light', async () => {
  expect(await lightThatShows(dish, plate)).toEqual([])
})

test('says how much too dark a photo is, and leaves its pixels', async () => {
  const dark = inLight([0.33, 0.33, 0.33])
  const before = Uint8Array.from(dark.data)
  expect(await lightThatShows(dark, plate)).toEqual([
    expect.stringMatching(/^It is too dark, by about (one|1.5|2) stops?\.$/),
  ])
  expect(dark.data).toEqual(before)
})

test('names a strong cast, and leaves a slight one out', async () => {
  expect(await lightThatShows(inLight([1, 0.8, 0.5]), plate)).toContain('Its colours show warm light.')
  expect(await lightThatShows(inLight([1, 0.97, 0.92]), plate)).toEqual([])
})
