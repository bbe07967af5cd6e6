import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { PRESETS } from '../tone/enhance-presets.ts'
import { limitClipping } from '../tone/exposure/clipping-guard.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import { type DishTones, measureDishTones } from './surface/dish-tones.ts'

const [BALANCED] = PRESETS
/** The code of a middle grey, CIE lightness 50. */
const GREY = 118

/**
 * How the photo of a dish is developed, and the tones of its dish afterwards: as the `balanced` preset develops it, and brighter
 * where its pale ware is dim. In a photo the shade in front of a window looks right; on a bright surface it does not.
 */
export interface DishDevelopment {
  readonly recipe: Recipe
  readonly tones: DishTones
}

/**
 * Plans the development of a photo and measures the tones of its dish in it. The photo is not changed.
 */
export async function planDishDevelopment(pixels: Pixels, subject: Subject): Promise<DishDevelopment> {
  const { recipe: planned, analysisCopy } = await planDevelopment(pixels, BALANCED, { subject })
  const developedBy = (recipe: Recipe): Pixels => {
    const developed = { ...analysisCopy, data: Uint8Array.from(analysisCopy.data) }
    developPhoto(developed, analysisCopy, recipe)
    return developed
  }
  const tones = await measureDishTones(developedBy(planned), subject)
  const stops = stopsForDimWare(tones)
  if (stops === 0) return { recipe: planned, tones }
  const dish = await maskPlane(subject, analysisCopy)
  const brighter = { ...planned, exposure: planned.exposure + stops }
  const recipe = limitClipping(brighter, onGrey(analysisCopy, dish), dish)
  return { recipe, tones: await measureDishTones(developedBy(recipe), subject) }
}

/** The dish on grey: what lies beside it will not be seen, so it may clip. */
function onGrey({ data, ...size }: Pixels, dish: Plane): Pixels {
  const mixed = data.map((code, at) => GREY + (code - GREY) * dish.data[Math.floor(at / 3)])
  return { ...size, data: mixed }
}

/** Develops the part of a photo that shows the dish, in place. */
export async function developDish(pixels: Pixels, recipe: Recipe): Promise<void> {
  developPhoto(pixels, await makeAnalysisCopy(pixels), recipe)
}

/** Light of pale ware in a dim photo and in a good one, and the colour that it may have. */
const PALE = { least: 0.35, lit: 0.64, colour: 0.16 } as const
/** Light of food that needs no more. */
const FOOD_LIGHT = 0.5
const MOST_STOPS = 0.7
/** Codes grow with about this root of the light. */
const GAMMA = 2.2

/**
 * Stops that are missing from a dish on pale ware in a dim photo: on a new surface, or beside dishes from better photos, its plate would look grey.
 * Food on a plate that is light already, or on dark or coloured ware, is as dark as it is meant to be.
 */
export function stopsForDimWare({ ware, food }: Pick<DishTones, 'ware' | 'food'>): number {
  if (ware.light < PALE.least || ware.light > PALE.lit || ware.colour > PALE.colour) return 0
  const missing = Math.min(PALE.lit / ware.light, FOOD_LIGHT / Math.max(0.05, food.light))
  return Math.min(MOST_STOPS, Math.max(0, GAMMA * Math.log2(missing)))
}
