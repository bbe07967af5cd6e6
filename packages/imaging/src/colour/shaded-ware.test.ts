import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { findWhiteWare } from './white-ware.ts'

type Colour = readonly [red: number, green: number, blue: number]

const [WIDTH, HEIGHT] = [384, 288]
const far = (x: number, y: number) => Math.hypot(x - 192, y - 144)
const NEUTRAL = { red: 0, blue: 0 }
const dish = {
  width: WIDTH,
  height: HEIGHT,
  data: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => Number(far(i % WIDTH, Math.floor(i / WIDTH)) < 130)),
}

/** A bowl with food, and something on that, on wood; at the left of the frame a smooth table or sill. */
const bowlOn = (ware: Colour, table: Colour, garnish?: Colour) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (garnish && far(x, y) < 24) return garnish
    if (far(x, y) < 60) return [150 + grain, 105 + grain, 85 + grain]
    if (far(x, y) < 128) return ware
    if (far(x, y) < 132) return [60, 55, 50]
    return x < 52 ? table : [120 + grain, 82 + grain, 54 + grain]
  })

const [BEIGE, DAYLIT, WHITE] = [
  [138, 124, 114],
  [184, 198, 204],
  [200, 199, 198],
] as const

describe('ware in its own shade', () => {
  it('is white where pale things beside it lie in the light of a window', () => {
    const ware = findWhiteWare(bowlOn(BEIGE, DAYLIT), NEUTRAL, dish)
    expect(ware?.confidence).toBeGreaterThan(0.7)
    expect(ware?.red).toBeGreaterThan(0.1)
    expect(ware?.blue).toBeLessThan(-0.05)
  })

  it('is beige on a white table, whose light is that of the ware', () => {
    expect(findWhiteWare(bowlOn(BEIGE, WHITE), NEUTRAL, dish)).toBeUndefined()
  })

  it('is beige where nothing beside it is lighter, or where it is green', () => {
    expect(findWhiteWare(bowlOn(BEIGE, [122, 132, 138]), NEUTRAL, dish)).toBeUndefined()
    expect(findWhiteWare(bowlOn([120, 134, 112], DAYLIT), NEUTRAL, dish)).toBeUndefined()
  })

  it('is beige where something on it is light: it lies in no shade', () => {
    expect(findWhiteWare(bowlOn(BEIGE, DAYLIT, [204, 196, 170]), NEUTRAL, dish)).toBeUndefined()
    expect(findWhiteWare(bowlOn(BEIGE, DAYLIT, [128, 122, 108]), NEUTRAL, dish)?.isShaded).toBe(true)
  })

  it('is not looked for without the mask of the dish', () => {
    expect(findWhiteWare(bowlOn(BEIGE, DAYLIT), NEUTRAL)).toBeUndefined()
  })
})
