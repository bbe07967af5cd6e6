import { expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../test/support/drawn-masks.ts'
import { eraseBlankBackdrop } from './erase-blank-backdrop.ts'

const [WIDTH, HEIGHT] = [320, 240]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const isPlate: Place = (x, y) => Math.hypot(x - 160, y - 120) < 80
/** What a network takes for a pale plate on white: some of the backdrop, too. */
const isWide: Place = (x, y) => Math.hypot(x - 165, y - 120) < 96

const erased = (backdrop: number, plate: (x: number, y: number) => number) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    data.fill(isPlate(x, y) ? plate(x, y) : backdrop, 3 * i, 3 * i + 3)
  }
  return eraseBlankBackdrop(maskOf(isWide), { data, width: WIDTH, height: HEIGHT, channels: 3 }).alpha
}
const isBackdrop: Place = (x, y) => isWide(x, y) && Math.hypot(x - 160, y - 120) > 83
const isInner: Place = (x, y) => isWide(x, y) && Math.hypot(x - 160, y - 120) < 77

test('the blank white around a pale plate is no part of the dish', () => {
  const alpha = erased(255, () => 244)
  expect(heldOf(alpha, isBackdrop)).toBeLessThan(0.02)
  expect(heldOf(alpha, isInner)).toBe(1)
})

test('burnt spots on the plate stay, also where a narrow gap in its rim leads to them', () => {
  const isSpot: Place = (x, y) => Math.hypot(x - 190, y - 120) < 20 || (x > 190 && Math.abs(y - 120) < 3)
  const alpha = erased(255, (x, y) => (isSpot(x, y) ? 255 : 240))
  expect(heldOf(alpha, (x, y) => Math.hypot(x - 190, y - 120) < 20)).toBe(1)
})

test('a pale table with detail is no blank backdrop', () => {
  expect(
    heldOf(
      erased(246, () => 236),
      isBackdrop,
    ),
  ).toBe(1)
})

test('a burnt-out plate that fills the photo is no backdrop of the food on it', () => {
  const isFood: Place = (x, y) => Math.hypot(x - 160, y - 120) < 70
  const data = new Uint8Array(3 * WIDTH * HEIGHT).fill(255)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (isFood(i % WIDTH, Math.floor(i / WIDTH))) data.set([150, 90, 40], 3 * i)
  }
  const { alpha } = eraseBlankBackdrop(
    maskOf(() => true),
    { data, width: WIDTH, height: HEIGHT, channels: 3 },
  )
  expect(heldOf(alpha, () => true)).toBe(1)
})
