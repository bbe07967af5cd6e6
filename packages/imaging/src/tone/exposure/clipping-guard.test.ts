import { expect, it } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { findPreset } from '../enhance-presets.ts'
import { planRecipe } from '../plan-recipe.ts'
import { limitClipping } from './clipping-guard.ts'

const picture = drawPicture(200, 150, (x) => (x < 100 ? [60, 50, 40] : [235, 215, 190]))
const planned = planRecipe(picture, { luma: 0, chroma: 0, sharpness: 1.4, blocks: 0 }, findPreset('balanced')!)

it('takes back light that would clip half of the picture', () => {
  const tooMuch = { ...planned, balance: [1, 1, 1] as const, exposure: 2 }
  const { exposure } = limitClipping(tooMuch, picture)
  expect(exposure).toBeLessThan(0.6)
  expect(exposure).toBeGreaterThanOrEqual(0)
})

it('leaves a recipe that clips nothing, and never takes back a darkening', () => {
  const darker = { ...planned, exposure: -0.5 }
  expect(limitClipping(darker, picture)).toBe(darker)
})
