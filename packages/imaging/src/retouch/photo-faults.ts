import { luminanceGain } from '../colour/white-balance.ts'
import type { LumaStatistics } from '../tone/luma-statistics.ts'
import type { Grain } from '../tone/measure-grain.ts'
import type { Recipe } from '../tone/tone-recipe.ts'

/** The faults of a photo. Each has a sentence in `describe-faults.ts`. */
export interface PhotoFaults {
  /** Stops of correction: above 0 for a photo that was too dark, 0 for a right exposure. */
  readonly stops: number
  readonly cast: 'warm' | 'cool' | 'green' | 'magenta' | undefined
  readonly castIsStrong: boolean
  readonly hazy: boolean
  readonly noisy: boolean
  /** `slightly` can be sharpened; `badly` has lost the detail that sharpening would need. */
  readonly soft: 'slightly' | 'badly' | undefined
  /** Whole per cent of the picture that is white without detail; 0 if that is little. */
  readonly blown: number
  readonly small: boolean
}

/** Faults below these are not noticed, or lie within the error of the measurement. */
const MIN_SEEN = { stops: 0.25, cast: 0.09, strongCast: 0.35, black: 0.02 }
/** Sharpness (see `Grain`) below which a photo is soft, and below which it is blurred. */
const SOFT = 0.75
const BLURRED = 0.42
const BLOWN_SHARE = 0.06
const SMALL_SIDE = 1000

const colourCast = ([red, green, blue]: Recipe['balance']) => {
  // The gains that remove a cast are its opposite.
  const warmth = Math.log(blue / red)
  const tint = Math.log(green / Math.sqrt(red * blue))
  const size = Math.hypot(warmth, tint)
  if (size < MIN_SEEN.cast) return { cast: undefined, castIsStrong: false }
  const cast = Math.abs(warmth) >= Math.abs(tint) ? (warmth > 0 ? 'warm' : 'cool') : tint > 0 ? 'magenta' : 'green'
  return { cast, castIsStrong: size > MIN_SEEN.strongCast } as const
}

/** Finds the faults of a photo in the recipe that corrects it. */
export const findFaults = (
  recipe: Recipe,
  { grain, light, longSide }: { readonly grain: Grain; readonly light: LumaStatistics; readonly longSide: number },
): PhotoFaults => {
  const { balance, exposure } = recipe
  const stops = exposure + Math.log2(luminanceGain(balance))
  return {
    stops: Math.abs(stops) < MIN_SEEN.stops ? 0 : stops,
    ...colourCast(balance),
    hazy: recipe.black > MIN_SEEN.black,
    noisy: recipe.denoise.luma > 0,
    soft: grain.sharpness < BLURRED ? 'badly' : grain.sharpness < SOFT ? 'slightly' : undefined,
    blown: light.clippedWhite > BLOWN_SHARE ? Math.round(100 * light.clippedWhite) : 0,
    small: longSide < SMALL_SIDE,
  }
}
