import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { applyGainMap } from '../retouch/gain-map.ts'
import { developPhoto } from '../tone/develop-photo.ts'
import { measureGrain } from '../tone/measure-grain.ts'
import type { Recipe } from '../tone/tone-recipe.ts'

/** How much of each is wanted. What is left out does not change. */
export interface ToneAdjustment {
  /** Stops of light; below 0 darker. */
  readonly light?: number
  /** −1 (cool) to 1 (warm). */
  readonly warmth?: number
  /** −1 to 1. */
  readonly contrast?: number
  /** −1 (black and white) to 1. */
  readonly colour?: number
  /** 0 to 1. */
  readonly sharpen?: number
  /** 0 to 1. */
  readonly denoise?: number
}

/** Half the logarithm of red over blue at full warmth: about candle light against daylight. */
const FULL_WARMTH = 0.32
/** The strength of the curve at full contrast. */
const FULL_CONTRAST = 0.7
const FULL_SHARPENING = 1.6
/** Linear light above which brightening rolls off, so that white plates keep their modelling. */
const BRIGHTENING_KNEE = 0.2
/** The least noise that is taken out when somebody asks for it, in codes of 0–255. */
const LEAST_NOISE = 2

const UNCHANGED: Recipe = {
  preset: 'as told',
  black: 0,
  white: 1,
  balance: [1, 1, 1],
  balanceConfidence: 0,
  exposure: 0,
  lift: 0,
  whites: 0,
  denoise: { luma: 0, chroma: 0 },
  sharpen: 0,
  grain: 0,
  pivot: 0.45,
  knee: BRIGHTENING_KNEE,
  keepsWhite: false,
  hasWhiteWare: false,
  blueShade: 0,
  look: { brightness: 0, contrast: 0, clarity: 0, shadows: 0, highlights: 0, vibrance: 0, saturation: 0, sharpen: 0 },
}

/**
 * Changes light and colour by exactly what is told, in place. Nothing is measured to decide it, so the same words do the same
 * to every photo. Alpha is not changed.
 *
 * @example await adjustTone(pixels, { light: 0.5, warmth: -0.2 })
 */
export async function adjustTone(pixels: Pixels, wanted: ToneAdjustment): Promise<void> {
  const { light = 0, warmth = 0, contrast = 0, colour = 0, sharpen = 0, denoise = 0 } = wanted
  // Taking colour away must also reach the most vivid one, which the recipe protects.
  if (colour < 0)
    applyGainMap(pixels, { width: 1, height: 1, gain: Float32Array.of(1), colour: Float32Array.of(1 + colour) })
  const isMore = light !== 0 || warmth !== 0 || contrast !== 0 || colour > 0 || sharpen > 0 || denoise > 0
  if (!isMore) return
  const { luma, chroma } = measureGrain(pixels)
  const noise = (measured: number) => denoise * 2 * Math.max(LEAST_NOISE, measured)
  const recipe: Recipe = {
    ...UNCHANGED,
    ...warmthOf(warmth, light),
    denoise: denoise > 0 ? { luma: noise(luma), chroma: noise(chroma) } : UNCHANGED.denoise,
    sharpen: sharpen * FULL_SHARPENING,
    grain: sharpen > 0 ? luma : 0,
    look: { ...UNCHANGED.look, contrast: contrast * FULL_CONTRAST, saturation: Math.max(0, colour) },
  }
  developPhoto(pixels, await makeAnalysisCopy(pixels), recipe)
}

/** Gains of the channels, and an exposure that keeps the brightness that they change. */
function warmthOf(warmth: number, stops: number): Pick<Recipe, 'balance' | 'exposure'> {
  const half = warmth * FULL_WARMTH
  const gains = [Math.exp(half), 1, Math.exp(-half)] as const
  const least = Math.min(...gains)
  const balance = [gains[0] / least, gains[1] / least, gains[2] / least] as const
  const brighter = 0.2126 * balance[0] + 0.7152 * balance[1] + 0.0722 * balance[2]
  return { balance, exposure: stops - Math.log2(brighter) }
}
