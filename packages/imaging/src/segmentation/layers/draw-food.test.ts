import { expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { drawFood } from './draw-food.ts'

const [WIDTH, HEIGHT] = [320, 240]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const isFood: Place = (x, y) => Math.hypot(x - 160, y - 120) < 70
const isDish: Place = (x, y) => Math.hypot(x - 160, y - 120) < 110
const picture = drawPicture(WIDTH, HEIGHT, (x, y) => (isFood(x, y) ? [170, 90, 40] : [230, 228, 224]))
const part = { picture, subject: maskOf(isDish), box: { left: 0, top: 0, width: WIDTH, height: HEIGHT } }
const drawn = (seen: SoftMask, looks: readonly SoftMask[]) =>
  drawFood(seen, { masks: [looks[0], looks[1], part.subject], maps: [] }, part).alpha

/** The food with a bite on the left and a scrap of the plate on the right, as a coarse network draws it. */
const isCoarse: Place = (x, y) => Math.hypot(x - 167, y - 120) < 70
const coarse = maskOf(isCoarse)

test('a coarse outline is moved to where the colours change', () => {
  const alpha = drawn(coarse, [])
  // Towards its pointed ends the scrap is too thin to be told from the outline.
  const isScrap: Place = (x, y) => isCoarse(x, y) && Math.hypot(x - 160, y - 120) > 72 && Math.abs(y - 120) < 35
  expect(heldOf(coarse.alpha, isScrap)).toBe(1)
  expect(heldOf(alpha, isScrap)).toBeLessThan(0.25)
  expect(heldOf(alpha, (x, y) => Math.hypot(x - 160, y - 120) < 67)).toBeGreaterThan(0.98)
})

test('a look that shows the same food gives its outline, as soft as it is', () => {
  const soft = maskOf(isFood).alpha.map((value) => Math.min(value, 250))
  const alpha = drawn(
    maskOf((x, y) => Math.hypot(x - 162, y - 120) < 70),
    [maskOf(isDish), { alpha: soft, width: WIDTH, height: HEIGHT }],
  )
  expect(Buffer.from(alpha).equals(soft)).toBe(true)
})

test('a look at something else is not followed', () => {
  expect(heldOf(drawn(coarse, [maskOf(isDish), maskOf(isDish)]), (x, y) => isDish(x, y) && !isFood(x, y))).toBeLessThan(
    0.05,
  )
})

test('food ends where the dish ends', () => {
  const alpha = drawn(
    maskOf(() => true),
    [],
  )
  expect(heldOf(alpha, (x, y) => !isDish(x, y))).toBe(0)
})
