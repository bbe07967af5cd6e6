import { describe, expect, test } from 'vitest'
import { outlineRaggedness, RAGGED } from './outline-raggedness.ts'

const [WIDTH, HEIGHT] = [640, 480]

const mask = (isIn: (x: number, y: number) => boolean) => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isIn(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0)),
  width: WIDTH,
  height: HEIGHT,
})
const isPlate = (x: number, y: number, left = 320) => Math.hypot((x - left) / 1.3, y - 240) < 160

describe('outlineRaggedness', () => {
  test.each([
    ['a whole plate', mask((x, y) => isPlate(x, y))],
    ['a plate that the photo cuts', mask((x, y) => isPlate(x, y, 560))],
    ['a square board', mask((x, y) => Math.abs(x - 320) < 200 && Math.abs(y - 240) < 150)],
    ['nothing', mask(() => false)],
    ['the whole picture', mask(() => true)],
  ])('says that %s is even', (_, { alpha, width, height }) => {
    expect(outlineRaggedness({ alpha, width, height }).amount).toBeLessThan(0.6 * RAGGED)
  })

  test.each([
    [
      'a scrap that sticks to the rim',
      mask((x, y) => isPlate(x, y) || (Math.abs(x - 500) < 40 && Math.abs(y - 360) < 8)),
    ],
    ['a bite out of the rim', mask((x, y) => isPlate(x, y) && !(Math.abs(x - 320) < 9 && y > 350))],
    ['a torn rim', mask((x, y) => isPlate(x, y) && !(y > 330 && (x >> 3) % 2 === 0))],
  ])('sees %s', (_, { alpha, width, height }) => {
    expect(outlineRaggedness({ alpha, width, height }).amount).toBeGreaterThan(RAGGED)
  })

  test('says where an outline is uneven', () => {
    const scrap = mask((x, y) => isPlate(x, y) || (Math.abs(x - 500) < 40 && Math.abs(y - 360) < 8))
    expect(outlineRaggedness(scrap).places).toEqual(['lower right'])
    const bite = mask((x, y) => isPlate(x, y) && !(Math.abs(x - 320) < 9 && y > 350))
    expect(outlineRaggedness(bite).places).toEqual(['bottom'])
  })

  test('names no place of an outline that is uneven all around', () => {
    const star = mask((x, y) => {
      const turn = Math.atan2(y - 240, x - 320)
      return Math.hypot(x - 320, y - 240) < 150 + (Math.cos(16 * turn) > 0.6 ? 30 : 0)
    })
    expect(outlineRaggedness(star).amount).toBeGreaterThan(RAGGED)
    expect(outlineRaggedness(star).places).toEqual([])
  })
})
