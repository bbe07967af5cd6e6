import { expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { limitCast } from './limit-cast.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** The logarithms of a lamp's light, and a picture whose left is lit by it and whose right by something else. */
const LAMP = { red: 0.25, blue: -0.45 }
const lit = (right: Colour, food: Colour = [214, 200, 168]) =>
  drawPicture(200, 150, (x, y) => {
    if (Math.hypot(x - 60, y - 75) < 30) return food
    return x < 150 ? [222, 198, 160] : right
  })

it('takes out in full what lies over all of a picture', () => {
  expect(limitCast(LAMP, lit([111, 98, 78]))).toEqual(LAMP)
})

it('takes less out where a part in the light of a window would turn plainly blue', () => {
  const { red, blue } = limitCast(LAMP, lit([200, 200, 202]))
  expect(blue).toBeGreaterThan(0.85 * LAMP.blue)
  expect(red / blue).toBeCloseTo(LAMP.red / LAMP.blue)
})

it('takes out in full what hides a faint blue: slate looks grey in the light of a lamp', () => {
  expect(limitCast(LAMP, lit([96, 90, 84]))).toEqual(LAMP)
})

it('takes less out where yellow pastry would turn lemon-green', () => {
  expect(limitCast({ red: 0.25, blue: -0.3 }, lit([222, 198, 160], [250, 222, 110])).blue).toBeGreaterThan(-0.2)
})

it('lets a blue napkin become as blue as it is, and leaves a cold cast alone', () => {
  expect(limitCast(LAMP, lit([70, 90, 130]))).toEqual(LAMP)
  const cold = { red: -0.2, blue: 0.3 }
  expect(limitCast(cold, lit([200, 200, 202]))).toBe(cold)
})
