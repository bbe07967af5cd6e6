import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { smoothColours } from '../../colour/colour-analysis.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { evenRim } from './even-rim.ts'

const [WIDTH, HEIGHT] = [640, 480]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

const isPlate: Place = (x, y) => Math.hypot((x - 320) / 1.3, y - 240) < 160
/** A crescent at the lower right of the rim. */
const isCrescent: Place = (x, y) =>
  !isPlate(x, y) && x > 430 && x < 510 && y > 240 && Math.hypot((x - 320) / 1.3, y - 240) < 176
const isHandle: Place = (x, y) => !isPlate(x, y) && x > 320 && x < 620 && Math.abs(y - 240) < 14
const isBite: Place = (x, y) => isPlate(x, y) && Math.abs(x - 250) < 28 && y > 350

const WOOD = [110, 74, 50] as const
const WHITE = [236, 234, 230] as const
const STEEL = [40, 44, 52] as const

const either =
  (...places: Place[]): Place =>
  (x, y) =>
    places.some((isIn) => isIn(x, y))
const without =
  (isIn: Place, isOut: Place): Place =>
  (x, y) =>
    isIn(x, y) && !isOut(x, y)

type Colour = readonly [number, number, number]
/** The mask of a place after its rim was evened, in a picture of wood with things on it; the first one lies on top. */
function evened(isIn: Place, things: readonly (readonly [Place, Colour])[], predictions: readonly SoftMask[] = []) {
  const colourAt = (x: number, y: number) => [...(things.find(([isThing]) => isThing(x, y))?.[1] ?? WOOD)] as never
  return evenRim(maskOf(isIn), smoothColours(drawPicture(WIDTH, HEIGHT, colourAt)), predictions).alpha
}
const plate = [isPlate, WHITE] as const

describe('an evened rim', () => {
  test('loses a scrap of the table that sticks to the plate', () => {
    const alpha = evened(either(isPlate, isCrescent), [plate])
    expect(heldOf(alpha, isCrescent)).toBeLessThan(0.15)
    expect(heldOf(alpha, isPlate)).toBeGreaterThan(0.995)
  })

  test('loses the table between the plate and the border of the photo, whatever edges are there', () => {
    const isLarge: Place = (x, y) => Math.hypot(x - 400, y - 250) < 246
    const isSlate: Place = (x, y) => !isLarge(x, y) && x > 400 && y > 250
    const alpha = evened(either(isLarge, isSlate), [
      [isLarge, WHITE],
      [isSlate, STEEL],
    ])
    expect(heldOf(alpha, isSlate)).toBeLessThan(0.05)
    expect(heldOf(alpha, isLarge)).toBeGreaterThan(0.995)
  })

  test.each<[string, Place, Colour]>([
    ['a handle', isHandle, STEEL],
    ['food that lies over the rim', isCrescent, [190, 60, 40]],
  ])('keeps %s', (_, isThing, colour) => {
    expect(heldOf(evened(either(isPlate, isThing), [plate, [isThing, colour]]), isThing)).toBeGreaterThan(0.98)
  })

  test('gets back what lies over the rim where the mask is of the ware alone and predictions show it', () => {
    const [both, ware] = [maskOf(either(isPlate, isHandle)), maskOf(isPlate)]
    const things = [plate, [isHandle, STEEL]] as const
    expect(heldOf(evened(isPlate, things, [both, both]), isHandle)).toBeGreaterThan(0.98)
    // One prediction alone may show a seam of the table.
    expect(heldOf(evened(isPlate, things, [ware, both]), isHandle)).toBeLessThan(0.05)
  })

  test('gets a bite and a hole back where the picture shows the plate, and keeps a napkin that lies on it out', () => {
    const isHole: Place = (x, y) => Math.hypot(x - 360, y - 250) < 18
    const mask = without(isPlate, either(isBite, isHole))
    const whole = evened(mask, [[isHole, STEEL], plate])
    expect(heldOf(whole, either(isBite, isHole))).toBeGreaterThan(0.97)
    const covered = evened(mask, [[isBite, [60, 90, 160]], plate])
    expect(heldOf(covered, isBite)).toBeLessThan(0.1)
  })

  test('is as smooth as its curve where the mask wavers by a pixel', () => {
    const isWavering: Place = (x, y) => isPlate(x + (Math.sin(y / 5) > 0.6 ? 2 : 0), y)
    const wrong = (alpha: Uint8Array) =>
      alpha.reduce((sum, value, i) => sum + (value >= 128 === isPlate(i % WIDTH, Math.floor(i / WIDTH)) ? 0 : 1), 0)
    expect(wrong(evened(isWavering, [plate]))).toBeLessThan(0.75 * wrong(maskOf(isWavering).alpha))
  })

  const isBoard: Place = (x, y) => Math.abs(x - 320) < 200 && Math.abs(y - 240) < 150
  const isHeap: Place = (x, y) => Math.hypot(x - 320, y - 240) < 150 + 22 * Math.sin(9 * Math.atan2(y - 240, x - 320))
  test.each<[string, Place, Place]>([
    ['a square board', isBoard, isBoard],
    ['a heap of food', isHeap, isHeap],
    ['food in the middle of a plate', (x, y) => Math.hypot(x - 320, y - 240) < 70, isPlate],
    ['nothing', () => false, isPlate],
    ['the whole picture', () => true, isPlate],
  ])('is not looked for on %s', (_, isIn, isThing) => {
    expect(evened(isIn, [[isThing, WHITE]])).toEqual(maskOf(isIn).alpha)
  })
})
