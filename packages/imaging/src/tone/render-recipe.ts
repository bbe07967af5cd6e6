import { luma256Of } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { buildGuidedFilter } from '../raster/planes/guided-filter.ts'
import { renderTone } from './render-tone.ts'
import type { Recipe } from './tone-recipe.ts'
import { buildToneTables, type ToneTables, WHITE } from './tone-tables.ts'

const balancedLuma = ({ data, width, height }: Pixels, { red, green, blue }: ToneTables): Float32Array => {
  const luma = new Float32Array(width * height)
  for (let i = 0; i < luma.length; i++) {
    const r = red[data[3 * i]]
    const g = green[data[3 * i + 1]]
    const b = blue[data[3 * i + 2]]
    luma[i] = luma256Of(r, g, b) / (256 * WHITE)
  }
  return luma
}

/**
 * Carries out a recipe without its denoising, in place and in one pass.
 *
 * @param analysisCopy the small copy on which the recipe was decided
 */
export const renderRecipe = (pixels: Pixels, analysisCopy: Pixels, recipe: Recipe): void => {
  const tables = buildToneTables(recipe)
  renderTone(
    pixels,
    tables,
    buildGuidedFilter(balancedLuma(analysisCopy, tables), analysisCopy.width, analysisCopy.height),
  )
}
