import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { lightnessOf } from './cielab.ts'
import { findWhiteWare } from './white-ware.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** A plate of one colour with food, on a table. */
const served = (ware: Colour, table: Colour = [120, 82, 54]) =>
  drawPicture(384, 288, (x, y) => {
    const distance = Math.hypot(x - 192, y - 144)
    const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (distance < 60) return [150 + grain, 70 + grain, 40]
    return distance < 120 ? ware : [table[0] + grain, table[1] + grain, table[2] + grain]
  })
const NEUTRAL = { red: 0, blue: 0 }
const dish = {
  width: 384,
  height: 288,
  data: Float32Array.from({ length: 384 * 288 }, (_, i) =>
    Math.hypot((i % 384) - 192, Math.floor(i / 384) - 144) < 120 ? 1 : 0,
  ),
}

describe('findWhiteWare', () => {
  it('finds a white plate in dull light, and how light it is', () => {
    const ware = findWhiteWare(served([176, 175, 174]), NEUTRAL)
    expect(Math.abs(lightnessOf(ware?.luminance ?? 0) - 71.5)).toBeLessThan(1)
    expect(ware?.confidence).toBe(1)
  })

  it('takes a pale blue plate for white only where a second surface shows the same cast', () => {
    const blue = served([150, 166, 186])
    expect(findWhiteWare(blue, NEUTRAL)).toBeUndefined()
    expect(findWhiteWare(blue, { red: -0.2, blue: 0.2 })?.blue).toBeGreaterThan(0.1)
  })

  it('does not take a pale green plate or a wooden board for white ware', () => {
    expect(findWhiteWare(served([160, 186, 160]), NEUTRAL)).toBeUndefined()
    expect(findWhiteWare(served([190, 160, 120]), NEUTRAL)).toBeUndefined()
  })

  it('does not take pale food in the middle of a dark plate for white ware, also under the mask of the dish', () => {
    const soup = drawPicture(384, 288, (x, y) => {
      const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
      const [far, egg] = [Math.hypot(x - 192, y - 144), Math.hypot(x - 192, y - 160)]
      if (egg < 40) return [212, 206, 194]
      return far < 120 ? [52 + grain, 44 + grain, 40 + grain] : [120 + grain, 82 + grain, 54 + grain]
    })
    expect(findWhiteWare(soup, NEUTRAL, dish)).toBeUndefined()
  })

  it('finds a bowl by its rim where a pattern on it leaves nothing smooth', () => {
    const patterned = (pale: Colour) =>
      drawPicture(384, 288, (x, y) => {
        const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
        const far = Math.hypot(x - 192, y - 144)
        if (far < 100) return [110 + grain, 96 + grain, 50 + grain]
        if (far > 120) return [70 + grain, 110 + grain, 60 + grain]
        return Math.sin(12 * Math.atan2(y - 144, x - 192)) > 0.5 || (far > 108 && far < 111) ? [90, 110, 170] : pale
      })
    const rim = findWhiteWare(patterned([186, 188, 190]), NEUTRAL, dish)
    expect(lightnessOf(rim?.luminance ?? 0)).toBeGreaterThan(70)
    expect(findWhiteWare(patterned([186, 176, 140]), NEUTRAL, dish)).toBeUndefined()
  })

  it('finds a plate that fills the frame, or lies on a white table, without the mask of the dish', () => {
    const around = (all: Colour, beside: Colour = all) =>
      drawPicture(384, 288, (x, y) => {
        const grain = 14 * Math.sin(x / 2) * Math.sin(y / 1.7)
        if (Math.hypot(x - 192, y - 144) < 60) return [150 + grain, 70 + grain, 40]
        return x < 340 ? all : beside
      })
    expect(lightnessOf(findWhiteWare(around([182, 180, 178]), NEUTRAL)?.luminance ?? 0)).toBeGreaterThan(70)
    // A beige table, a dark one, and a grey one beside something white are no white ware.
    expect(findWhiteWare(around([182, 170, 150]), NEUTRAL)).toBeUndefined()
    expect(findWhiteWare(around([140, 139, 138]), NEUTRAL)).toBeUndefined()
    expect(findWhiteWare(around([170, 169, 168], [244, 244, 243]), NEUTRAL)).toBeUndefined()
  })

  it('finds nothing in a picture of one pixel', () => {
    expect(
      findWhiteWare(
        drawPicture(1, 1, () => [200, 200, 200]),
        NEUTRAL,
      ),
    ).toBeUndefined()
  })
})

describe('shaded ware', () => {
  const [WIDTH, HEIGHT] = [384, 288]
  const far = (x: number, y: number) => Math.hypot(x - 192, y - 144)
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
})
