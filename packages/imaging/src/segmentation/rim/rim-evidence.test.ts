import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { evenRim } from './even-rim.ts'

const [WIDTH, HEIGHT] = [640, 480]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

/** A plate that the photo cuts at its left. */
const isPlate: Place = (x, y) => Math.hypot((x - 270) / 1.5, y - 240) < 205
/** The corner of the table between it and the border of the photo. */
const isCorner: Place = (x, y) => !isPlate(x, y) && x < 120 && y < 200
/** Food that sticks out into that corner. */
const isFood: Place = (x, y) => Math.hypot(x - 90, y - 90) < 45

const PAN = [44, 44, 48] as const
const [WHITE, RED] = [
  [236, 234, 230],
  [180, 60, 40],
] as const
const small = drawPicture(WIDTH, HEIGHT, (x, y) => (isFood(x, y) ? RED : isPlate(x, y) ? WHITE : PAN))
const colours = smoothColours(small)

const taken = maskOf((x, y) => isPlate(x, y) || isCorner(x, y) || isFood(x, y))
const evened = (seen: Place) => evenRim(small, taken, colours, [maskOf(seen)])
const isBare: Place = (x, y) => isCorner(x, y) && Math.hypot(x - 90, y - 90) > 62

describe('a piece of the table between a rim and the border of the photo', () => {
  test('goes if a prediction of the network left it out, and food over the rim stays', () => {
    const alpha = evened((x, y) => isPlate(x, y) || isFood(x, y))
    expect(heldOf(taken.alpha, isBare)).toBe(1)
    expect(heldOf(alpha, isBare)).toBeLessThan(0.1)
    expect(heldOf(alpha, isFood)).toBeGreaterThan(0.95)
    expect(heldOf(alpha, isPlate)).toBeGreaterThan(0.99)
  })

  test('stays if every prediction shows it: it may be the wall of a bowl', () => {
    expect(
      heldOf(
        evened(() => true),
        isBare,
      ),
    ).toBe(1)
  })

  test('stays if the prediction shows only the food, and tells nothing about ware', () => {
    const isMiddle: Place = (x, y) => Math.hypot(x - 270, y - 240) < 100
    expect(heldOf(evened(isMiddle), isBare)).toBe(1)
  })

  test('stays if it has the colour of the ware', () => {
    const white = drawPicture(WIDTH, HEIGHT, (x, y) => (isPlate(x, y) || isCorner(x, y) ? WHITE : PAN))
    const alpha = evenRim(white, taken, smoothColours(white), [maskOf(isPlate)])
    expect(heldOf(alpha, isBare)).toBeGreaterThan(0.9)
  })
})
