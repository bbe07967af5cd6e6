import { describe, expect, test } from 'vitest'
import { protectExtremes } from './protect-extremes.ts'

const WHITE_WARE = 0.8
const FOOD = 0.15

describe('shade on white ware', () => {
  test('begins gently, so that no edge shows where its light stops rising', () => {
    const missing = (gain: number, most: number) => 1 - protectExtremes(gain, most)
    expect(missing(0.95, WHITE_WARE)).toBeLessThan(0.25 * missing(0.95, FOOD))
  })

  test('is lighter than on food, and still seen', () => {
    expect(protectExtremes(0.5, WHITE_WARE)).toBeGreaterThan(1.25 * protectExtremes(0.5, FOOD))
    expect(protectExtremes(0.5, WHITE_WARE)).toBeLessThan(0.75)
  })
})

test.each([0.2, 0.5, 0.8, 0.95, 1.2, 1.9])('what is brighter stays brighter under a gain of %s', (gain) => {
  const lights = Array.from({ length: 256 }, (_, i) => i / 255)
  const lit = lights.map((most) => most * protectExtremes(gain, most))
  for (let i = 1; i < lit.length; i++) expect(lit[i]).toBeGreaterThanOrEqual(lit[i - 1]! - 1e-12)
})
