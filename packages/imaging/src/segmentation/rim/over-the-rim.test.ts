import { describe, expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { keepOverRim } from './over-the-rim.ts'

const [WIDTH, HEIGHT] = [640, 480]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)

const isBowl: Place = (x, y) => Math.hypot(x - 280, y - 240) < 150
/** The handle of a spoon that lies over the rim to the right. */
const isHandle: Place = (x, y) => x >= 425 && x < 560 && Math.abs(y - 240) < 11
const isBeyond: Place = (x, y) => isHandle(x, y) && !isBowl(x, y)
const ware = maskOf(isBowl)
const both = maskOf((x, y) => isBowl(x, y) || isHandle(x, y))

describe('cutlery over the rim of a dish', () => {
  test('is kept whole where every prediction shows it', () => {
    const alpha = keepOverRim(ware, [both, both])
    expect(heldOf(ware.alpha, isBeyond)).toBe(0)
    expect(heldOf(alpha, isBeyond)).toBe(1)
    expect(heldOf(alpha, (x, y) => !isBowl(x, y) && !isHandle(x, y))).toBe(0)
  })

  test('is kept whole where one prediction shows only its outline', () => {
    const isEdge: Place = (x, y) => isHandle(x, y) && !(Math.abs(y - 240) < 7 && x < 550)
    const hollow = maskOf((x, y) => isBowl(x, y) || isEdge(x, y))
    expect(heldOf(keepOverRim(ware, [hollow, both]), isBeyond)).toBe(1)
  })

  test('is left where only one prediction shows it: it may be a seam of the table', () => {
    expect(keepOverRim(ware, [ware, both])).toBe(ware.alpha)
  })

  test('a piece of the table, which is as wide as it is long, is left', () => {
    const withCorner = maskOf((x, y) => isBowl(x, y) || (x >= 400 && x < 470 && Math.abs(y - 240) < 60))
    expect(keepOverRim(ware, [withCorner, withCorner])).toBe(ware.alpha)
  })

  test('a knife beside the plate, which touches the rim with its side, is left', () => {
    const withKnife = maskOf((x, y) => isBowl(x, y) || (x >= 425 && x < 447 && Math.abs(y - 240) < 120))
    expect(keepOverRim(ware, [withKnife, withKnife])).toBe(ware.alpha)
  })
})
