import { expect, test } from 'vitest'
import { dishFromMask, widenThinParts } from './dish.ts'

const mask = (isIn: (x: number, y: number) => boolean) => ({
  alpha: Uint8Array.from({ length: 200 * 150 }, (_, i) => (isIn(i % 200, Math.floor(i / 200)) ? 255 : 0)),
  width: 200,
  height: 150,
})
const isPlate = (x: number, y: number) => Math.hypot(x - 90, y - 70) < 50

test('the box of a mask is the plate, without chopsticks and crumbs', () => {
  const found = dishFromMask(mask((x, y) => isPlate(x, y) || (y > 68 && y < 72 && x > 90) || (x === 5 && y === 5)))!
  expect(Math.abs(found.left - 40)).toBeLessThan(5)
  expect(Math.abs(found.left + found.width - 140)).toBeLessThan(5)
  expect(Math.abs(found.top - 20)).toBeLessThan(5)
  expect(Math.hypot(found.focus.x - 90, found.focus.y - 70)).toBeLessThan(3)
})

test('thin parts of a coarse mask become as wide as they may be, and a plate does not change', () => {
  const given = mask((x, y) => isPlate(x, y) || (y > 68 && y < 71 && x > 90))
  const wide = widenThinParts(given)
  const rows = (x: number, of: { readonly alpha: Uint8Array }) =>
    Array.from({ length: 150 }, (_, y) => of.alpha[y * 200 + x]).filter((value) => value === 255).length
  expect([rows(180, given), rows(180, wide)]).toEqual([2, 6])
  expect(rows(60, wide)).toBe(rows(60, given))
})

test('ten dishes have one box, and an empty mask has none', () => {
  const ten = dishFromMask(mask((x, y) => (x - 20) % 40 < 20 && x > 19 && y % 75 < 40))!
  expect([ten.left, ten.top]).toEqual([20, 0])
  expect(ten.left + ten.width).toBeGreaterThanOrEqual(198)
  expect(dishFromMask(mask(() => false))).toBeUndefined()
})

test('a mask that is thin everywhere is used as it is', () => {
  expect(dishFromMask(mask((_, y) => y === 60))).toMatchObject({ left: 0, top: 60, width: 200, height: 1 })
})
