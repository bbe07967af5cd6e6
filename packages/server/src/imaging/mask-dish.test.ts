import { expect, test } from 'vitest'
import { maskDish } from './mask-dish.ts'

const mask = (isIn: (x: number, y: number) => boolean) => ({
  alpha: Uint8Array.from({ length: 200 * 150 }, (_, i) => (isIn(i % 200, Math.floor(i / 200)) ? 255 : 0)),
  width: 200,
  height: 150,
})
const isPlate = (x: number, y: number) => Math.hypot(x - 90, y - 70) < 50

test('the box of a mask is the plate, without chopsticks and crumbs', () => {
  const found = maskDish(mask((x, y) => isPlate(x, y) || (y > 68 && y < 72 && x > 90) || (x === 5 && y === 5)))!
  expect(Math.abs(found.left - 40)).toBeLessThan(5)
  expect(Math.abs(found.left + found.width - 140)).toBeLessThan(5)
  expect(Math.abs(found.top - 20)).toBeLessThan(5)
  expect(Math.hypot(found.heart.x - 90, found.heart.y - 70)).toBeLessThan(3)
})

test('ten dishes are one box, and no dish is none', () => {
  const ten = maskDish(mask((x, y) => (x - 20) % 40 < 20 && x > 19 && y % 75 < 40))!
  expect([ten.left, ten.top]).toEqual([20, 0])
  expect(ten.left + ten.width).toBeGreaterThanOrEqual(198)
  expect(maskDish(mask(() => false))).toBeUndefined()
})

test('a mask that is thin everywhere is taken as it is', () => {
  expect(maskDish(mask((_, y) => y === 60))).toMatchObject({ left: 0, top: 60, width: 200, height: 1 })
})
