import { expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../test/support/drawn-masks.ts'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { eraseBlankBackdrop } from './erase-blank-backdrop.ts'

const [WIDTH, HEIGHT] = [480, 360]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const fromCentre = (x: number, y: number, down = 0) => Math.hypot((x - 240) / 1.6, y - 160 - down)
const isPlate: Place = (x, y) => fromCentre(x, y) < 90
const isFood: Place = (x, y) => fromCentre(x, y) < 40
/** Below the plate, within the mask that a network draws around both. */
const isShadow: Place = (x, y) => fromCentre(x, y, 30) < 88 && fromCentre(x, y) > 94
const mask = maskOf((x, y) => isPlate(x, y) || fromCentre(x, y, 30) < 92)

/** A dish on white; the shadow fades over as many pixels as are given. */
const erased = ({ plate = 238, shadow = 110, fade = 14 }) => {
  const picture = drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (isFood(x, y)) return [170, 90, 40]
    if (isPlate(x, y)) return [plate, plate, plate]
    const share = Math.min(1, Math.max(0, (fromCentre(x, y, 30) - 88) / fade))
    const tone = shadow + (255 - shadow) * share
    return [tone, tone, tone]
  })
  return eraseBlankBackdrop(mask, picture).alpha
}

test('the shadow under a pale plate on white is no part of the dish', () => {
  const alpha = erased({})
  expect(heldOf(alpha, isShadow)).toBeLessThan(0.05)
  expect(heldOf(alpha, (x, y) => fromCentre(x, y) < 86)).toBe(1)
})

test('a second plate under it, whose rim is sharp, stays', () => {
  expect(heldOf(erased({ fade: 1 }), isShadow)).toBe(1)
})

test('a slate under a dish that is no brighter stays', () => {
  expect(heldOf(erased({ plate: 112 }), isShadow)).toBe(1)
})

test('a dark plate out of focus around its food stays', () => {
  const picture = drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (isFood(x, y)) return [235, 225, 205]
    const tone = 80 + 175 * Math.min(1, Math.max(0, (fromCentre(x, y) - 90) / 20))
    return [tone, tone, tone]
  })
  expect(heldOf(eraseBlankBackdrop(maskOf(isPlate), picture).alpha, (x, y) => fromCentre(x, y) < 88)).toBe(1)
})
