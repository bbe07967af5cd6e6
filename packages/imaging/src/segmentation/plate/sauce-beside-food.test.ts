import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { addSauce } from './sauce-beside-food.ts'

const [WIDTH, HEIGHT] = [400, 300]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

type Colour = readonly [number, number, number]
const PANCAKE: Colour = [225, 195, 110]
const SYRUP: Colour = [176, 120, 28]
const PLATE: Colour = [196, 196, 190]

const isPancake: Place = (x, y) => Math.hypot(x - 190, y - 150) < 90
/** A pool that shows at the right of the pancake. */
const isPool: Place = (x, y) => !isPancake(x, y) && x > 200 && x < 310 && y > 90 && y < 230
const isNear: Place = (x, y) => isPancake(x, y) || isPool(x, y)

const served = (pool: Colour, plate: Colour, inPool: Place = isPool) =>
  smoothColours(drawPicture(WIDTH, HEIGHT, (x, y) => (isPancake(x, y) ? PANCAKE : inPool(x, y) ? pool : plate)))
const food = maskOf(isPancake)

describe('sauce beside food whose plate the mask leaves out', () => {
  test('a pool of syrup on a pale plate belongs to the food', () => {
    const alpha = addSauce(food, served(SYRUP, PLATE))
    expect(heldOf(food.alpha, isPool)).toBeLessThan(0.01)
    expect(heldOf(alpha, isPool)).toBeGreaterThan(0.95)
    expect(heldOf(alpha, (x, y) => !isNear(x, y))).toBeLessThan(0.01)
  })

  test('a blue napkin, a wooden table and a rough mat are no sauce', () => {
    expect(addSauce(food, served([60, 90, 190], PLATE))).toBe(food.alpha)
    expect(addSauce(food, served(SYRUP, [150, 100, 60]))).toBe(food.alpha)
    const mat = drawPicture(WIDTH, HEIGHT, (x, y) => {
      if (isPancake(x, y)) return PANCAKE
      if (!isPool(x, y)) return PLATE
      return (x >> 2) % 2 === (y >> 2) % 2 ? SYRUP : [216, 160, 68]
    })
    expect(addSauce(food, smoothColours(mat))).toBe(food.alpha)
  })

  test('what the photo cuts, or what lies apart from the food, is no sauce', () => {
    expect(
      addSauce(
        food,
        served(SYRUP, PLATE, (x, y) => x > 200 && y > 90 && y < 230),
      ),
    ).toBe(food.alpha)
    expect(
      addSauce(
        food,
        served(SYRUP, PLATE, (x, y) => x > 310 && x < 370 && y > 90 && y < 210),
      ),
    ).toBe(food.alpha)
  })

  test('a mask that ends at pale ware is left as it is', () => {
    const plate = maskOf((x, y) => Math.hypot(x - 190, y - 150) < 110)
    expect(
      addSauce(
        plate,
        served(SYRUP, PLATE, (x, y) => x > 285 && x < 340 && y > 90 && y < 210),
      ),
    ).toBe(plate.alpha)
  })
})
