import type { Pixels } from '../raster/pixels.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { findPreset } from '../tone/enhance-presets.ts'
import { measureLuma } from '../tone/luma-statistics.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import { findFaults, type PhotoFaults } from './photo-faults.ts'

/** How much of the balanced preset a photo without faults still gets. */
const LIGHT_TOUCH = 0.4

/** Whether a photo has no fault that can be corrected. */
export const hasNoFaults = ({ stops, cast, hazy, noisy, soft }: PhotoFaults): boolean =>
  stops === 0 && !cast && !hazy && !noisy && soft !== 'slightly'

/**
 * A recipe for a photo without faults. Exposure and colour are left, because what was measured lies within the error.
 */
const lightTouch = (recipe: Recipe): Recipe => {
  const { look } = recipe
  const scaled = (amount: number) => LIGHT_TOUCH * amount
  return {
    ...recipe,
    ...{ black: 0, white: 1, balance: [1, 1, 1], exposure: 0, sharpen: scaled(recipe.sharpen) },
    look: {
      ...look,
      contrast: scaled(look.contrast),
      clarity: scaled(look.clarity),
      shadows: scaled(look.shadows),
      highlights: scaled(look.highlights),
      vibrance: scaled(look.vibrance),
    },
  }
}

/** Measures a photo, corrects its faults in place, and returns them. */
export const correctFaults = async (pixels: Pixels): Promise<{ recipe: Recipe; findings: PhotoFaults }> => {
  const balanced = findPreset('balanced')
  if (!balanced) throw new Error('there is no preset balanced')
  const { recipe: full, analysisCopy, grain } = await planDevelopment(pixels, { ...balanced, id: 'smart-edit' })
  const findings = findFaults(full, {
    grain,
    light: measureLuma(analysisCopy),
    longSide: Math.max(pixels.width, pixels.height),
  })
  const recipe = hasNoFaults(findings) ? lightTouch(full) : full
  developPhoto(pixels, analysisCopy, recipe)
  return { recipe, findings }
}
