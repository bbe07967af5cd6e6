import { expect, it } from 'vitest'
import { copyOf, drawPicture } from '../../../test/support/drawn-pictures.ts'
import { findPreset } from '../enhance-presets.ts'
import { planRecipe } from '../plan-recipe.ts'
import { renderRecipe } from '../render-recipe.ts'
import type { Recipe } from '../tone-recipe.ts'
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

it('takes back local contrast and sharpening that clip what light alone would not', () => {
  const crumbs = drawPicture(200, 150, (x, y) => {
    if (x < 100) return [60, 50, 40]
    return (x + y) % 8 < 4 ? [246, 244, 242] : [196, 191, 186]
  })
  const plain = { ...planned, ...{ black: 0, white: 1, balance: [1, 1, 1] as const, exposure: 0, whites: 0, grain: 0 } }
  const crisp = { ...plain, sharpen: 0.9 }
  const clippedBy = (recipe: Recipe) => {
    const result = copyOf(crumbs)
    renderRecipe(result, crumbs, recipe)
    return result.data.filter((code) => code >= 254).length / result.data.length
  }
  expect(clippedBy(crisp)).toBeGreaterThan(0.01)
  const limited = limitClipping(crisp, crumbs)
  expect(clippedBy(limited)).toBeLessThan(0.01)
  expect(limited.exposure).toBe(0)
  expect(limited.sharpen).toBeGreaterThan(0)
})
