import { shrink } from '../raster/analysis-copy.ts'
import { buildBaseMap } from '../raster/guided-filter.ts'
import type { Pixels } from '../raster/pixels.ts'
import { denoise, denoiseFor } from './denoise.ts'
import type { Preset } from './enhance-presets.ts'
import { type Grain, measureGrain } from './measure-grain.ts'
import { decide } from './plan-recipe.ts'
import { render } from './render-tone.ts'
import type { Recipe } from './tone-recipe.ts'
import { buildTables, type Tables, WHITE } from './tone-tables.ts'

const balancedLuma = ({ data, width, height }: Pixels, { red, green, blue }: Tables): Float32Array => {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const r = red[data[3 * i]]
    const g = green[data[3 * i + 1]]
    const b = blue[data[3 * i + 2]]
    luma[i] = (77 * r + 150 * g + 29 * b) / (256 * WHITE)
  }
  return luma
}

/**
 * Measures a decoded picture and decides; nothing is changed.
 *
 * @param enlargement how many times larger than these pixels the result will be; what is crisp now is soft then
 */
export const plan = async (
  pixels: Pixels,
  preset: Preset,
  enlargement = 1,
): Promise<{ recipe: Recipe; proxy: Pixels; grain: Grain }> => {
  const proxy = await shrink(pixels)
  const grain = measureGrain(pixels)
  const noise = denoiseFor(grain)
  // Averaging took most of the noise out of the small copy; what is left would pass for clipping, and its colour for a cast.
  const scale = Math.max(pixels.width / proxy.width, pixels.height / proxy.height)
  if (noise.luma > scale) denoise(proxy, { luma: noise.luma / scale, chroma: noise.chroma / scale })
  return {
    recipe: decide(proxy, { ...grain, sharpness: grain.sharpness / Math.max(1, enlargement) ** 0.7 }, preset),
    proxy,
    grain,
  }
}

/**
 * Carries a recipe out on the full-size pixels, in place: one pass.
 *
 * @param proxy the small copy the recipe was decided on
 */
export const develop = (pixels: Pixels, proxy: Pixels, recipe: Recipe): void => {
  if (recipe.denoise.luma > 0 || recipe.denoise.chroma > 0) denoise(pixels, recipe.denoise)
  const tables = buildTables(recipe)
  render(pixels, tables, buildBaseMap(balancedLuma(proxy, tables), proxy.width, proxy.height))
}
