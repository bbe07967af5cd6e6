import { expect, it } from 'vitest'
import { drawDish } from '../../test/support/drawn-pictures.ts'
import { planDevelopment } from './develop-photo.ts'
import { findPreset } from './enhance-presets.ts'
import { measureQuality, stopsOf } from './measure-quality.ts'

const dark = () => {
  const dish = drawDish(480, 360)
  return { ...dish, data: dish.data.map((code) => Math.round(0.3 * code)) }
}

it('a picture lacks as much light as an enhancement would add', async () => {
  const { darkness } = await measureQuality(dark())
  const { recipe } = await planDevelopment(dark(), findPreset('balanced')!)
  expect(darkness).toBeGreaterThan(1)
  expect(darkness).toBeCloseTo(stopsOf(recipe), 5)
})
