import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { needsDish } from './needs-dish.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** Food on a plate, on a table. The food is not smooth, as food is not. */
const served = (food: number, plate: Colour) =>
  drawPicture(384, 288, (x, y) => {
    const far = Math.hypot(x - 192, y - 144)
    const grain = 22 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (far < 70) return [food + grain, 0.7 * food + grain, 0.5 * food + grain]
    return far < 120 ? [...plate] : [150 + grain, 120 + grain, 95 + grain]
  })

describe('needsDish', () => {
  it('is false for a light dish on white ware, because nothing would change', () => {
    expect(needsDish(served(190, [236, 235, 232]))).toBe(false)
  })

  it('is true for a dim dish, and for ware that is grey or has a cast', () => {
    expect(needsDish(served(70, [60, 40, 30]))).toBe(true)
    expect(needsDish(served(190, [170, 170, 170]))).toBe(true)
    expect(needsDish(served(190, [222, 226, 244]))).toBe(true)
  })
})
