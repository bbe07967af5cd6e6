import { decodeLight } from '../colour/linear-light.ts'
import { luminanceGain } from '../colour/white-balance.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { findPreset } from '../tone/enhance-presets.ts'
import { type LumaStatistics, measureLuma } from '../tone/luma-statistics.ts'
import { measureSharpness } from '../tone/measure-quality.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import { type DishReading, readDish } from './faults/dish-reading.ts'
import { findFaults, type PhotoFaults, VEIL } from './photo-faults.ts'

/** How much of the balanced preset a photo without faults still gets. */
const LIGHT_TOUCH = 0.4

/** Whether a photo has no fault that can be corrected. */
export const hasNoFaults = ({ stops, soft, ...is }: PhotoFaults): boolean =>
  stops === 0 &&
  !(is.dim || is.shaded || is.greyWare || is.bluishWare || is.cast || is.hazy || is.flat || is.noisy) &&
  soft !== 'slightly'

/**
 * A recipe for a photo without faults. Exposure and colour are left, because what was measured lies within the error.
 */
const lightTouch = (recipe: Recipe): Recipe => {
  const { look } = recipe
  const scaled = (amount: number) => LIGHT_TOUCH * amount
  return {
    ...recipe,
    black: 0,
    white: 1,
    balance: [1, 1, 1],
    exposure: 0,
    lift: 0,
    whites: 0,
    blueShade: 0,
    sharpen: scaled(recipe.sharpen),
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

/** Lightness up to which the bright parts of a dark dish may rise, and the most stops and lift that it is given. */
const HIGHEST = 90
const MOST_STOPS = 0.6
const MOST_LIFT = 0.06

/**
 * Brightens a dish whose mask is not known and that is dark although the photo as a whole is not, as far as the bright parts of both leave room. A photo
 * whose range is stretched becomes brighter by that already.
 */
const brightenDish = (recipe: Recipe, light: LumaStatistics, { high }: DishReading): Recipe => {
  const lightest = 116 * Math.cbrt(decodeLight(light.percentile(0.97) / 255)) - 16
  const room = recipe.black > 0 ? 0 : 3 * Math.log2((HIGHEST + 16) / (Math.max(high, lightest) + 16))
  const { look } = recipe
  return {
    ...recipe,
    exposure: recipe.exposure + clamp(room, 0, MOST_STOPS),
    look: { ...look, brightness: look.brightness + MOST_LIFT, shadows: look.shadows + 2 * MOST_LIFT },
  }
}

/** Shares of the dish and of the picture without detail from which a photo may be darkened. */
const BLOWN_DISH = 0.01
const BLOWN_PICTURE = 0.03

const isOverexposed = (light: LumaStatistics, { blown }: Pick<DishReading, 'blown'>): boolean =>
  blown >= BLOWN_DISH || light.clippedWhite >= BLOWN_PICTURE

/** The recipe without a darkening that nothing calls for: a white plate is bright, and nothing in it is blown. */
const keepLight = (recipe: Recipe, light: LumaStatistics, { blown, deepest }: DishReading): Recipe => {
  if (isOverexposed(light, { blown }) || deepest >= VEIL || recipe.black > 0) return recipe
  return { ...recipe, exposure: Math.max(recipe.exposure, -Math.log2(luminanceGain(recipe.balance))) }
}

/**
 * Measures a photo, corrects its faults in place, and returns them.
 *
 * @param subject the dish; undefined counts the whole picture
 * @param options.blurred whether the dish looks blurred, as a hero shot would say. It is only said, because sharpening brings
 * nothing back.
 */
export const correctFaults = async (
  pixels: Pixels,
  subject?: SoftMask,
  { blurred = false }: { readonly blurred?: boolean } = {},
): Promise<{ recipe: Recipe; findings: PhotoFaults }> => {
  const balanced = findPreset('balanced')
  if (!balanced) throw new Error('there is no preset balanced')
  const { recipe: planned, analysisCopy } = await planDevelopment(
    pixels,
    { ...balanced, id: 'smart-edit' },
    { subject },
  )
  const dish = readDish(analysisCopy, subject && (await maskPlane(subject, analysisCopy)))
  const light = measureLuma(analysisCopy)
  const full = keepLight(planned, light, dish)
  const findings = findFaults(full, {
    dish,
    light,
    blurred,
    isDish: subject !== undefined,
    overexposed: isOverexposed(light, dish),
    sharpness: await measureSharpness(pixels),
    longSide: Math.max(pixels.width, pixels.height),
  })
  const recipe = hasNoFaults(findings)
    ? lightTouch(full)
    : findings.dim && !subject
      ? brightenDish(full, light, dish)
      : full
  developPhoto(pixels, analysisCopy, recipe)
  return { recipe, findings }
}
