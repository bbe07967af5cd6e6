import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { trimStripsAtFrame } from './strip-at-frame.ts'

const [WIDTH, HEIGHT] = [640, 480]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const [TABLE, WARE] = [
  [24, 26, 30],
  [232, 230, 226],
] as const

/** A plate whose rim ends a few pixels before the top of the photo. */
const isPlate: Place = (x, y) => Math.hypot(x - 320, y - 226) < 220
const isTab: Place = (x, y) => y < 7 && Math.abs(x - 320) < 50 && !isPlate(x, y)
const coloursOf = (isWare: Place, table: readonly [number, number, number] = TABLE) =>
  smoothColours(drawPicture(WIDTH, HEIGHT, (x, y) => (isWare(x, y) ? WARE : table)))

describe('a strip of the table between a plate and the border of the photo', () => {
  test('is taken off, and the plate stays whole', () => {
    const alpha = trimStripsAtFrame(
      maskOf((x, y) => isPlate(x, y) || isTab(x, y)),
      coloursOf(isPlate),
    )
    expect(heldOf(alpha, (x, y) => isTab(x, y) && y < 4)).toBeLessThan(0.02)
    expect(heldOf(alpha, (x, y) => isPlate(x, y) && y >= 8)).toBe(1)
  })

  test('is left where its colour is nearly that of the plate, which may go on there', () => {
    const mask = maskOf((x, y) => isPlate(x, y) || isTab(x, y))
    expect(trimStripsAtFrame(mask, coloursOf(isPlate, [222, 220, 216]))).toBe(mask.alpha)
  })

  test('is told from a plate that the photo cuts', () => {
    const isCut: Place = (x, y) => Math.hypot(x - 320, y - 160) < 220
    const mask = maskOf(isCut)
    expect(trimStripsAtFrame(mask, coloursOf(isCut))).toBe(mask.alpha)
  })

  test('is told from dark food that lies at the border: it goes on deeper than a strip', () => {
    const isFood: Place = (x, y) => y < 40 && Math.abs(x - 320) < 60
    const isCut: Place = (x, y) => Math.hypot(x - 320, y - 160) < 220
    const mask = maskOf(isCut)
    const alpha = trimStripsAtFrame(
      mask,
      coloursOf((x, y) => isCut(x, y) && !isFood(x, y)),
    )
    expect(alpha).toBe(mask.alpha)
  })

  test('a mask of a picture that is hardly larger than a strip is left', () => {
    const tiny = { alpha: new Uint8Array(20 * 20).fill(255), width: 20, height: 20 }
    const colours = smoothColours(drawPicture(20, 20, (_, y) => (y < 4 ? TABLE : WARE)))
    expect(trimStripsAtFrame(tiny, colours)).toBe(tiny.alpha)
  })
})
