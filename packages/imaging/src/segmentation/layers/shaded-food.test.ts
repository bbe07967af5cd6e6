import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { addShadedFood } from './shaded-food.ts'

const [WIDTH, HEIGHT] = [400, 300]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

const from = (x: number, y: number) => Math.hypot(x - 200, y - 150)
const isCup: Place = (x, y) => from(x, y) < 130
const isTea: Place = (x, y) => from(x, y) < 80
/** The side of the tea on which its cup throws a black shadow. */
const isShade: Place = (x, y) => isTea(x, y) && x > 235
const isLit: Place = (x, y) => isTea(x, y) && !isShade(x, y)

type Colour = readonly [number, number, number]
const [WHITE, TEA, BLACK, TABLE] = [
  [230, 228, 224],
  [190, 120, 70],
  [30, 28, 28],
  [60, 58, 56],
] as const

const cup = (ware: Colour, isDark: Place = isShade) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => (isDark(x, y) ? BLACK : isTea(x, y) ? TEA : isCup(x, y) ? ware : TABLE))

const subject = maskOf(isCup).alpha
const lit = maskOf(isLit).alpha

describe('food in a black shade on pale ware', () => {
  test('a drink in the shade of its cup is food', () => {
    const food = addShadedFood(lit, subject, cup(WHITE))
    expect(heldOf(lit, isShade)).toBe(0)
    expect(heldOf(food, isShade)).toBeGreaterThan(0.98)
    expect(heldOf(food, isLit)).toBe(1)
    expect(heldOf(food, (x, y) => isCup(x, y) && from(x, y) > 84)).toBe(0)
  })

  test('the wall of a dark bowl is none', () => {
    expect(addShadedFood(lit, subject, cup([70, 66, 62]))).toBe(lit)
  })

  test('a grey shade on pale ware is none', () => {
    const grey = drawPicture(WIDTH, HEIGHT, (x, y) =>
      isLit(x, y) ? TEA : isShade(x, y) ? [130, 128, 126] : isCup(x, y) ? WHITE : TABLE,
    )
    expect(addShadedFood(lit, subject, grey)).toBe(lit)
  })

  test('the handle of a black spoon, which reaches over the rim, is none', () => {
    const isHandle: Place = (x, y) => x > 235 && Math.abs(y - 150) < 12
    expect(addShadedFood(lit, subject, cup(WHITE, isHandle))).toBe(lit)
  })

  test('what is black beside no food, as a print on a plate, is none', () => {
    const crumbs = maskOf((x, y) => Math.hypot(x - 120, y - 150) < 20).alpha
    expect(addShadedFood(crumbs, subject, cup(WHITE))).toBe(crumbs)
  })
})
