import { blueShade } from '../colour/blue-shade.ts'
import { limitCast } from '../colour/limit-cast.ts'
import { type Cast, luminanceGain, measureCast, whiteBalanceGains } from '../colour/white-balance.ts'
import { findWhiteWare, type WhiteWare } from '../colour/white-ware.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { denoisingAmount } from './denoise.ts'
import type { Preset } from './enhance-presets.ts'
import { limitClipping } from './exposure/clipping-guard.ts'
import { type DishPlane, planExposure } from './exposure/plan-exposure.ts'
import { type LumaStatistics, measureLuma } from './luma-statistics.ts'
import type { Grain } from './measure-grain.ts'
import type { Recipe } from './tone-recipe.ts'
import { channelTable } from './tone-tables.ts'

type ChannelCurves = readonly [red: Uint8Array, green: Uint8Array, blue: Uint8Array]

/** Applies one curve to each channel of the analysis copy. */
const applyCurves = ({ data, width, height }: Pixels, [red, green, blue]: ChannelCurves): Pixels => {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i += 3) {
    out[i] = red[data[i]]
    out[i + 1] = green[data[i + 1]]
    out[i + 2] = blue[data[i + 2]]
  }
  return { data: out, width, height, channels: 3 }
}

const channelCurves = (gains: Recipe['balance'], black: number, white: number): ChannelCurves => {
  const curve = (gain: number) => Uint8Array.from(channelTable(gain, black, white), (step) => Math.round(step / 16))
  return [curve(gains[0]), curve(gains[1]), curve(gains[2])]
}

/** The analysis copy in neutral light with its brightness unchanged; its exposure is measured on it. */
export const neutralize = (analysisCopy: Pixels, gains: Recipe['balance']): Pixels => {
  const brighter = luminanceGain(gains)
  const [red, green, blue] = gains
  return applyCurves(analysisCopy, channelCurves([red / brighter, green / brighter, blue / brighter], 0, 1))
}

/** Gains that leave a picture warmer than neutral by the given amount. The smallest stays 1. */
const addWarmth = ([red, green, blue]: Recipe['balance'], warmth: number): Recipe['balance'] => {
  const gains = [red * Math.exp(warmth), green, blue * Math.exp(-warmth)] as const
  const least = Math.min(...gains)
  return [gains[0] / least, gains[1] / least, gains[2] / least]
}

/** The share of the grain that denoising leaves. */
export const RESIDUAL_GRAIN = 0.4

/** Soft photos are sharpened more, and crisp photos less. */
const sharpeningAmount = (sharpness: number): number => 1.3 - 1.05 * smoothstep(0.9, 1.9, sharpness)

/**
 * Steps at the edges of compression blocks, in levels, below which nothing changes and from which on they are spared in
 * full. JPEG files of quality 80 and better lie below the first, those of quality 50 and worse mostly above the second.
 */
const VISIBLE_BLOCKS = [0.9, 1.2] as const
/** Steps of this many times the grid's are not sharpened. */
const SPARED_STEPS = 3
/** Share of the sharpening that edges well above the grid keep. */
const SPARED_SHARE = 0.4

/** Sharpening, and the detail below which there is none: a strongly compressed photo keeps its grid as faint as it was. */
const sharpening = ({ sharpness, blocks }: Grain, wanted: number, grain: number): Pick<Recipe, 'sharpen' | 'grain'> => {
  const spared = smoothstep(...VISIBLE_BLOCKS, blocks)
  return {
    sharpen: wanted * sharpeningAmount(sharpness) * (1 - (1 - SPARED_SHARE) * spared),
    grain: Math.max(grain, SPARED_STEPS * blocks * spared),
  }
}

/** How much of the cast of white ware is taken out. The rest keeps the mood of the light. */
const WARE_CAST = 0.8
/**
 * The size of its cast up to which ware is as good as neutral, and from which on the share above is taken out: with the mask of
 * the dish, and without.
 */
const FAINT_CAST = { seen: { from: 0.04, to: 0.08 }, guessed: { from: 0.06, to: 0.14 } }
/** From this confidence on, ware keeps no more of its cast than this, where it would keep more: it would look tinted. */
const TINTED = { confidence: 0.5, most: 0.05 }

/** The sum of two casts, as far as the ware is believed. */
const castByWare = (
  cast: Pick<Cast, 'red' | 'blue'>,
  ware: WhiteWare | undefined,
  dish: Plane | undefined,
): Pick<Cast, 'red' | 'blue'> => {
  if (!ware) return cast
  const size = Math.hypot(ware.red, ware.blue)
  const faint = dish ? FAINT_CAST.seen : FAINT_CAST.guessed
  const believed = smoothstep(faint.from, faint.to, size)
  const most = dish && ware.confidence >= TINTED.confidence ? TINTED.most : size
  const share = Math.max(WARE_CAST * ware.confidence * believed, 1 - most / Math.max(most, size))
  return { red: cast.red + share * ware.red, blue: cast.blue + share * ware.blue }
}

/**
 * How dark the darkest of a photo is beside its darkest two-hundredth: from the second on, all of it is veiled, and up to the first,
 * the scene merely has few dark things. Fewer pixels than that share may be black in a veil, as a gap or a dead pixel is.
 */
const FLOOR = { scene: 0.72, veil: 0.92, share: 0.0015 }

/**
 * A veil is grey (the dark channel of He, Sun, Tang 2009): the weakest channel of what is darkest beside its luma, up to which it has
 * a colour, and from which it is veiled. A flat photo whose darkest parts have a colour, as red sauce on a white plate, is
 * stretched by the share of what a veil would be: more would make its colours hard.
 */
const GREY = { coloured: 0.5, veiled: 0.8, flatShare: 0.3 }

/** The black and the white point of a photo, encoded 0–1. */
const planRange = (light: LumaStatistics): { black: number; white: number } => {
  const low = light.percentile(0.005)
  const top = light.percentile(0.997)
  // A veil lies over everything, so nothing is darker than it. A pale scene shows a few darker specks.
  const isFloor = smoothstep(FLOOR.scene, FLOOR.veil, light.percentile(FLOOR.share) / Math.max(1, low))
  // Haze greys whites and blacks alike. If whites are still white, the scene has no dark parts and there is no haze.
  const grey = smoothstep(GREY.coloured, GREY.veiled, light.weakest(0.005) / Math.max(1, low))
  const veil =
    isFloor *
    (0.18 + 0.82 * smoothstep(0.2, 0.7, (255 - top) / (low + 1))) *
    (GREY.flatShare + (1 - GREY.flatShare) * grey)
  const black = (veil * Math.max(0, low - 8) * smoothstep(12, 30, low)) / 255
  return { black, white: black > 0 ? Math.max(top / 255, 1 - black) : 1 }
}

/** Noise is measured as it will appear: brightened with the rest. */
const planDenoising = (grain: Grain, { exposure, lift }: Pick<Recipe, 'exposure' | 'lift'>): Recipe['denoise'] => {
  const seen = Math.max(1, 2 ** (exposure / 2.4) * (1 + 3 * lift))
  const louder = denoisingAmount({ luma: grain.luma * seen, chroma: grain.chroma * seen })
  return { luma: louder.luma / seen, chroma: louder.chroma / seen }
}

/**
 * Measures the analysis copy and plans the recipe.
 *
 * @param dish mask of the dish, 0–1; without it, the middle of the frame counts as the dish
 */
export const planRecipe = (analysisCopy: Pixels, grain: Grain, preset: Preset, dish?: DishPlane): Recipe => {
  const luma = measureLuma(analysisCopy)
  const { black, white } = planRange(luma)
  const clear = black > 0 ? applyCurves(analysisCopy, channelCurves([1, 1, 1], black, white)) : analysisCopy
  const cast = measureCast(analysisCopy)
  const left = { red: cast.measured.red - cast.red, blue: cast.measured.blue - cast.blue }
  const ware = findWhiteWare(neutralize(clear, whiteBalanceGains(cast)), left, dish)
  const removed = limitCast(castByWare(cast, ware, dish), analysisCopy)
  const balance = addWarmth(whiteBalanceGains(removed), preset.look.warmth ?? 0)
  const brighter = luminanceGain(balance)
  const level = neutralize(clear, balance)
  const light = planExposure({
    taken: analysisCopy,
    level,
    evidence: cast.evidence,
    doubt: clamp(
      cast.confidence * Math.min(Math.hypot(cast.red, cast.blue), Math.hypot(removed.red, removed.blue)) * 2 +
        black * 3,
      0,
      1,
    ),
    black,
    ware,
    dish,
    middle: luma.percentile(0.5) / 255,
    look: preset.look,
  })
  const denoise = planDenoising(grain, light)
  const recipe: Recipe = {
    preset: preset.id,
    black,
    white,
    balance,
    balanceConfidence: cast.confidence,
    exposure: clamp(light.exposure - Math.log2(brighter), -3, 3),
    knee: light.knee,
    lift: light.lift,
    whites: light.whites,
    pivot: light.pivot,
    keepsWhite: light.keepsWhite,
    denoise,
    hasWhiteWare: ware !== undefined,
    blueShade: dish && !dish.isVague ? blueShade(level, dish) : 0,
    ...sharpening(grain, preset.look.sharpen, denoise.luma > 0 ? RESIDUAL_GRAIN * grain.luma : grain.luma),
    look: preset.look,
  }
  return limitClipping(recipe, analysisCopy, dish?.isVague ? undefined : dish)
}
