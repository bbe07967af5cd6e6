import { luminanceOfLightness } from '../../colour/cielab.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { maskPlane } from '../../raster/masks/resize-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { planRecipe } from '../../tone/plan-recipe.ts'
import type { Recipe } from '../../tone/tone-recipe.ts'
import type { PhotoTraits } from './photo-traits.ts'

/** No style: a match changes light and colour only. */
export const NO_ADJUSTMENTS = {
  brightness: 0,
  contrast: 0,
  clarity: 0,
  shadows: 0,
  highlights: 0,
  vibrance: 0,
  saturation: 0,
  sharpen: 0,
}

const PRESET = { id: 'match', name: '', description: '', look: NO_ADJUSTMENTS }
const NO_GRAIN = { luma: 0, chroma: 0, sharpness: 1, blocks: 0 }

/**
 * The recipe of a photo that shows white ware: the ware becomes white as every enhancement makes it. So photos of a menu
 * agree on it, whatever light most of them were taken in.
 */
export const recipeByWare = async (analysisCopy: Pixels, subject: Subject | undefined): Promise<Recipe> => ({
  ...planRecipe(analysisCopy, NO_GRAIN, PRESET, subject && (await maskPlane(subject, analysisCopy))),
  denoise: { luma: 0, chroma: 0 },
  sharpen: 0,
})

/** The lightness of white ware afterwards, the share of what is missing that the whole photo gains, and the most stops. */
const WHITE = { lightness: 90, share: 0.4, most: 1 }
/** The share of the cast of white ware that is taken out. */
const CAST = 0.8

/** The traits of a photo as they are after {@link recipeByWare}, nearly. Without white ware they stay. */
export const traitsByWare = (traits: PhotoTraits): PhotoTraits => {
  const { ware, light, red, blue } = traits
  if (!ware) return traits
  const short = Math.log2(luminanceOfLightness(WHITE.lightness) / ware.light)
  return {
    ...traits,
    light: light + clamp(WHITE.share * short, 0, WHITE.most),
    red: red - CAST * ware.red,
    blue: blue - CAST * ware.blue,
  }
}
