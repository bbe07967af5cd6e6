import type { LumaStatistics } from '../tone/luma-statistics.ts'
import { stopsOf } from '../tone/measure-quality.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import type { DishReading } from './faults/dish-reading.ts'

/** The faults of a photo. Each has a sentence in `describe-faults.ts`. */
export interface PhotoFaults {
  /** Stops of correction: above 0 for a photo that was too dark, 0 for a right exposure. */
  readonly stops: number
  /** The dish is dark although the photo as a whole is not; it is raised a little. */
  readonly dim: boolean
  /** The dish lies in the shade of bright surroundings, which is no veil; it is raised a little. */
  readonly shaded: boolean
  /** White ware is grey although the exposure is right. */
  readonly greyWare: boolean
  /** White ware is bluish in places, where a window lights it. */
  readonly bluishWare: boolean
  readonly cast: 'warm' | 'cool' | 'green' | 'magenta' | undefined
  readonly castIsStrong: boolean
  /** Its pale parts are bluish, and it is not certain whether the light or the ware is blue; it is only said. */
  readonly bluish: boolean
  /** A veil lies over all of it. */
  readonly hazy: boolean
  /** Its darkest parts are grey without a veil. */
  readonly flat: boolean
  readonly noisy: boolean
  /** `slightly` can be sharpened; `badly`, also if only the dish is blurred, has lost the detail that sharpening would need. */
  readonly soft: 'slightly' | 'badly' | undefined
  /** Whole per cent of the picture that is white without detail; 0 if that is little. */
  readonly blown: number
  /** A part of the dish is white without detail, as where it reflects a lamp or a window. Only said with its mask. */
  readonly glare: boolean
  readonly small: boolean
}

/** Faults below these are not noticed, or lie within the error of the measurement. */
const MIN_SEEN = { stops: 0.25, cast: 0.09, strongCast: 0.35, black: 0.05, whites: 0.03, blueShade: 0.5 }
/** Sharpness at the size of a screen (see `PhotoQuality`) below which a photo is soft, and below which it is blurred. */
const SOFT = 0.85
const BLURRED = 0.57
/** The weakest channel of the darkest parts (0–255) from which a veil lies over a photo. */
export const VEIL = 24
/** Lightness of its middle below which a dish is dark. */
const DARK_DISH = 45
/**
 * Warmth of pale parts below which they are bluish, and the share of the picture that they must take; the share of the dish
 * that is pale blue.
 */
const BLUISH = { warmth: -0.15, share: 0.06, dish: 0.05 }
const BLOWN_SHARE = 0.06
/** Share of the dish without detail from which a reflection draws the eye. */
const GLARE = 0.005
/** Lightness below which a dish may be in the shade, and by which what is around it must be lighter. A dark dish is dark anyway. */
const SHADED = { below: 55, darker: 20 }
const SMALL_SIDE = 1000

/** The cast that a recipe takes out, if it is seen. */
export const colourCast = ([red, green, blue]: Recipe['balance']) => {
  // The gains that remove a cast are its opposite.
  const warmth = Math.log(blue / red)
  const tint = Math.log(green / Math.sqrt(red * blue))
  const size = Math.hypot(warmth, tint)
  if (size < MIN_SEEN.cast) return { cast: undefined, castIsStrong: false }
  const cast = Math.abs(warmth) >= Math.abs(tint) ? (warmth > 0 ? 'warm' : 'cool') : tint > 0 ? 'magenta' : 'green'
  return { cast, castIsStrong: size > MIN_SEEN.strongCast } as const
}

/** What the faults are found in. */
export interface Evidence {
  /** Sharpness at the size of a screen. */
  readonly sharpness: number
  /** Whether the dish looks blurred. */
  readonly blurred: boolean
  readonly light: LumaStatistics
  readonly dish: DishReading
  /** Whether that is of the dish, and not of the whole picture for want of a mask. */
  readonly isDish: boolean
  /** Whether enough of it is blown to call it too bright. A darkening may also make up for a stretched range. */
  readonly overexposed: boolean
  readonly longSide: number
}

/** Whether the dish is dark, whatever the whole frame says. */
export const isDarkDish = ({ middle }: DishReading): boolean => middle < DARK_DISH

const isShaded = ({ middle, around }: DishReading): boolean =>
  middle >= DARK_DISH && middle < SHADED.below && around - middle > SHADED.darker

const isBluish = ({ paleWarmth, paleShare, paleBlue }: DishReading): boolean =>
  (paleWarmth < BLUISH.warmth && paleShare > BLUISH.share) || paleBlue > BLUISH.dish

/** Finds the faults of a photo in the recipe that corrects it, and in what was measured. */
export const findFaults = (
  recipe: Recipe,
  { sharpness, blurred, light, dish, isDish, overexposed, longSide }: Evidence,
): PhotoFaults => {
  const { balance } = recipe
  const measured = stopsOf(recipe)
  const isSeen = Math.abs(measured) >= MIN_SEEN.stops && (measured > 0 || overexposed || dish.deepest >= VEIL)
  const stops = isSeen ? measured : 0
  const colour = colourCast(balance)
  // Where no darkness was missing, the scene has no dark parts.
  const hazy = dish.deepest >= VEIL && recipe.black > MIN_SEEN.black
  const bluishWare = recipe.blueShade >= MIN_SEEN.blueShade
  const blown = light.clippedWhite > BLOWN_SHARE ? Math.round(100 * light.clippedWhite) : 0
  return {
    stops,
    dim: stops <= 0 && isDarkDish(dish),
    shaded: isShaded(dish),
    greyWare: recipe.hasWhiteWare && stops === 0 && recipe.whites >= MIN_SEEN.whites,
    bluishWare,
    ...colour,
    bluish: !colour.cast && !bluishWare && isBluish(dish),
    hazy,
    flat: !hazy && recipe.black > MIN_SEEN.black,
    noisy: recipe.denoise.luma > 0,
    soft: blurred || sharpness < BLURRED ? 'badly' : sharpness < SOFT ? 'slightly' : undefined,
    blown,
    glare: isDish && blown === 0 && dish.blown >= GLARE,
    small: longSide < SMALL_SIDE,
  }
}
