import { describe, expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { adjustTone } from './adjust-tone.ts'

/** Columns of one grey each, two pixels wide. */
const greys = (codes: readonly number[]) =>
  drawPicture(2 * codes.length, 16, (x) => {
    const code = codes[Math.floor(x / 2)]!
    return [code, code, code]
  })

const brightened = async (codes: readonly number[], light: number): Promise<number[]> => {
  const picture = greys(codes)
  await adjustTone(picture, { light })
  return codes.map((_, i) => picture.data[3 * (8 * picture.width + 2 * i)]!)
}

describe('adjustTone', () => {
  it.each([0.25, 0.5, 1])('keeps the modelling of white ware when it adds %s stops of light', async (light) => {
    const plate = [225, 230, 235, 240, 245]
    const lit = await brightened(plate, light)
    expect(lit.at(-1)).toBeLessThan(252)
    expect(lit.at(-1)! - lit[0]!).toBeGreaterThanOrEqual((0.75 - 0.35 * light) * (245 - 225))
    expect(lit).toEqual([...new Set(lit)].sort((a, b) => a - b))
  })

  it('gives what is darker than the lights all of the light, and keeps black and white', async () => {
    const [black, shade, white] = await brightened([0, 90, 255], 0.5)
    expect([black, white]).toEqual([0, 255])
    // Half a stop multiplies linear light by the square root of 2.
    expect((shade! / 90) ** 2.2).toBeCloseTo(Math.SQRT2, 1)
  })
})
