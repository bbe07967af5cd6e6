import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { denoise, denoisingAmount } from './denoise.ts'
import type { Preset } from './enhance-presets.ts'
import { needsDish } from './exposure/needs-dish.ts'
import { type Grain, measureGrain } from './measure-grain.ts'
import { planRecipe } from './plan-recipe.ts'
import { renderRecipe } from './render-recipe.ts'
import type { Recipe } from './tone-recipe.ts'

/** The mask of the dish, or what finds it on the analysis copy where that could change anything. */
export type DishMask = SoftMask | ((analysisCopy: Pixels) => Promise<RoughDish | undefined>)

/** A mask of the dish; a vague one may hold other things. */
type RoughDish = SoftMask & { readonly isVague?: boolean }

/**
 * Measures a decoded picture and plans its recipe. The picture is not changed.
 *
 * @param options.enlargement how many times larger the result will be; a crisp picture becomes soft by it
 * @param options.subject mask of the dish, on which the light is measured; without it, the middle of the frame counts
 */
export const planDevelopment = async (
  pixels: Pixels,
  preset: Preset,
  { enlargement = 1, subject }: { readonly enlargement?: number; readonly subject?: DishMask | undefined } = {},
): Promise<{ recipe: Recipe; analysisCopy: Pixels; grain: Grain }> => {
  const analysisCopy = await makeAnalysisCopy(pixels)
  const grain = measureGrain(pixels)
  const noise = denoisingAmount(grain)
  // The noise that averaging left in the analysis copy would be mistaken for clipping, and its colour for a cast.
  const scale = Math.max(pixels.width / analysisCopy.width, pixels.height / analysisCopy.height)
  if (noise.luma > scale) denoise(analysisCopy, { luma: noise.luma / scale, chroma: noise.chroma / scale })
  const find = typeof subject === 'function' && needsDish(analysisCopy) ? subject : undefined
  const dish: RoughDish | undefined = typeof subject === 'function' ? await find?.(analysisCopy) : subject
  return {
    recipe: planRecipe(
      analysisCopy,
      { ...grain, sharpness: grain.sharpness / Math.max(1, enlargement) ** 0.7 },
      preset,
      dish && { ...(await maskPlane(dish, analysisCopy)), isVague: dish.isVague ?? false },
    ),
    analysisCopy,
    grain,
  }
}

/**
 * Applies a recipe to the full-size pixels, in place and in one pass.
 *
 * @param analysisCopy the small copy on which the recipe was decided
 */
export const developPhoto = (pixels: Pixels, analysisCopy: Pixels, recipe: Recipe): void => {
  if (recipe.denoise.luma > 0 || recipe.denoise.chroma > 0) denoise(pixels, recipe.denoise)
  renderRecipe(pixels, analysisCopy, recipe)
}
