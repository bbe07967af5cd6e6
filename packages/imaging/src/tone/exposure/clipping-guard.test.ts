import { describe, expect, it } from 'vitest'
import { copyOf, drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Pixels } from '../../raster/pixels.ts'
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
  const plain = { ...planned, black: 0, white: 1, balance: [1, 1, 1] as const, exposure: 0, whites: 0, grain: 0 }
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

describe('what is white without detail', () => {
  const shareFrom = ({ data }: Pixels, code: number) => {
    let count = 0
    for (let i = 0; i < data.length; i += 3) if (Math.min(data[i]!, data[i + 1]!, data[i + 2]!) >= code) count++
    return (3 * count) / data.length
  }
  const rendered = (recipe: Recipe, photo: Pixels) => {
    const result = copyOf(photo)
    renderRecipe(result, photo, recipe)
    return result
  }
  /** The cut face of an omelette in the sun, whose red is at its end, above a plate in the shade. */
  const omelette = drawPicture(200, 150, (x, y) => {
    if (y < 50) return [255, 240 - (x % 9), 206 - (y % 7)]
    return y < 110 ? [196, 196, 196] : [90, 80, 70]
  })
  const whiter = { ...planned, balance: [1, 1.06, 1.16] as const, exposure: 0.1, whites: 0.09, white: 1, black: 0 }

  it('does not become more than allowed, although one channel was at its end before', () => {
    expect(shareFrom(rendered(whiter, omelette), 250)).toBeGreaterThan(0.03)
    expect(shareFrom(rendered(limitClipping(whiter, omelette), omelette), 250)).toBeLessThan(0.01)
  })

  it('is no pale food: it keeps its colour, and the plate still gains', () => {
    const limited = rendered(limitClipping(whiter, omelette), omelette)
    expect(shareFrom(limited, 235)).toBeLessThan(0.02)
    expect(limited.data[3 * (80 * 200 + 100) + 1]).toBeGreaterThan(200)
  })

  it('is no slice either that is a small part of the picture and much of its dish', () => {
    const slice = (x: number, y: number) => x >= 80 && x < 95 && y >= 40 && y < 50
    const photo = drawPicture(200, 150, (x, y) => {
      if (slice(x, y)) return [252, 236 - (x % 9), 206 - (y % 7)]
      return y < 110 ? [196, 196, 196] : [90, 80, 70]
    })
    const inDish = (x: number, y: number) => x >= 60 && x < 120 && y >= 30 && y < 80
    const data = Float32Array.from({ length: 200 * 150 }, (_, i) => Number(inDish(i % 200, Math.floor(i / 200))))
    const dish = { data, width: 200, height: 150 }
    const bleached = (recipe: Recipe) => shareFrom(rendered(recipe, photo), 228)
    expect(bleached(limitClipping(whiter, photo))).toBeGreaterThan(0.003)
    expect(bleached(limitClipping(whiter, photo, dish))).toBeLessThan(0.0015)
  })
})

it('takes back no light for vivid colours, which gain none', () => {
  const peppers = drawPicture(200, 150, (x, y) => {
    if (y < 12) return [250, 60, 30]
    return x < 100 ? [150, 120, 90] : [196, 196, 198]
  })
  const whiter = { ...planned, black: 0, white: 1, balance: [1, 1, 1] as const, exposure: 0.3, whites: 0.08 }
  expect(limitClipping(whiter, peppers).whites).toBe(0.08)
})

it('takes back light for a blank area, and none for glints of the same size in all', () => {
  const gloss = (isGloss: (x: number, y: number) => boolean) =>
    drawPicture(200, 150, (x, y) => {
      if (x >= 100) return [180, 180, 182]
      return isGloss(x, y) ? [243, 242, 241] : [120, 90, 60]
    })
  const glints = gloss((x, y) => x % 9 < 3 && y % 9 < 3)
  const area = gloss((x, y) => x > 20 && x < 60 && y > 20 && y < 60)
  const whiter = { ...planned, black: 0, white: 1, balance: [1, 1, 1] as const, exposure: 0.3, whites: 0.08 }
  expect(limitClipping(whiter, glints).whites).toBe(0.08)
  expect(limitClipping(whiter, area).whites).toBeLessThan(0.07)
})
