import type { LumaStatistics } from '../tone/luma-statistics.ts'
import type { Grain } from '../tone/measure-grain.ts'
import { luminanceGain } from '../tone/plan-recipe.ts'
import type { Recipe } from '../tone/tone-recipe.ts'

/** What is wrong with a photo, by name, so that a sentence can be said of each. */
export interface PhotoFaults {
  /** Stops that the photo is put right by, above 0 where it was too dark; 0 where it was right. */
  readonly stops: number
  readonly cast: 'warm' | 'cool' | 'green' | 'magenta' | undefined
  readonly castIsStrong: boolean
  readonly hazy: boolean
  readonly noisy: boolean
  /** `slightly` can be sharpened; `badly` has lost what sharpening would need. */
  readonly soft: 'slightly' | 'badly' | undefined
  /** Whole per cent of the picture that is white without detail, where that is much. */
  readonly blown: number
  readonly small: boolean
}

/** Smaller than these nobody notices, or they are within what the measure errs by. */
const MIN_SEEN = { stops: 0.25, cast: 0.09, strongCast: 0.35, black: 0.02 }
/** Sharpness (see `Grain`) below which a photo is soft, and below which it is blurred. */
const SOFT = 0.75
const BLURRED = 0.42
const BLOWN_SHARE = 0.06
const SMALL_SIDE = 1000

const colourCast = ([red, green, blue]: Recipe['balance']) => {
  // Gains that take a cast out are its opposite.
  const warmth = Math.log(blue / red)
  const tint = Math.log(green / Math.sqrt(red * blue))
  const size = Math.hypot(warmth, tint)
  if (size < MIN_SEEN.cast) return { cast: undefined, castIsStrong: false }
  const cast = Math.abs(warmth) >= Math.abs(tint) ? (warmth > 0 ? 'warm' : 'cool') : tint > 0 ? 'magenta' : 'green'
  return { cast, castIsStrong: size > MIN_SEEN.strongCast } as const
}

/** Reads what is wrong with a photo off the recipe that puts it right. */
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
