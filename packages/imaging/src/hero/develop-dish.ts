import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { PRESETS } from '../tone/enhance-presets.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import { type DishTones, measureDishTones } from './surface/dish-tones.ts'

const [BALANCED] = PRESETS

/** How the photo of a dish is developed, as the `balanced` preset develops it, and the tones of its dish afterwards. */
export interface DishDevelopment {
  readonly recipe: Recipe
  readonly tones: DishTones
}

/**
 * Plans the development of a photo and measures the tones of its dish in it. The photo is not changed.
 */
export async function planDishDevelopment(pixels: Pixels, subject: Subject): Promise<DishDevelopment> {
  const { recipe, analysisCopy } = await planDevelopment(pixels, BALANCED, { subject })
  const developed = { ...analysisCopy, data: Uint8Array.from(analysisCopy.data) }
  developPhoto(developed, analysisCopy, recipe)
  return { recipe, tones: await measureDishTones(developed, subject) }
}

/** Develops the part of a photo that shows the dish, in place. */
export async function developDish(pixels: Pixels, recipe: Recipe): Promise<void> {
  developPhoto(pixels, await makeAnalysisCopy(pixels), recipe)
}
