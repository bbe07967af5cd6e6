import { cielabOf, lightnessOf, luminanceOfLightness } from '../../colour/cielab.ts'
import { decodeLight, encodeLight } from '../../colour/linear-light.ts'
import type { WhiteWare } from '../../colour/white-ware.ts'
import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plane } from '../../raster/planes/plane.ts'
import type { Recipe } from '../tone-recipe.ts'
import { KNEE, MOST_LIFT, MOST_WHITES, type ToneSettings, toneCurve } from '../tone-tables.ts'
import { type Exposure, exposureCorrection, readExposure } from './exposure.ts'

/**
 * Lightness (CIE) that white ware is brought to with the mask of the dish and without, and above which nothing darkens it
 * further.
 */
const WARE = { wanted: 91, guessed: 90, kept: 91 }
/** The most stops that ware may ask for, by which all tones rise, and which the curve of whites could not give. */
const MOST_STOPS = { all: 1.3, left: 0.65 }
/**
 * White ware in its own shade before a window: the lightness it is brought to, the most stops it may ask for, and the knee that keeps
 * the table in the light of the window from being blown. The `whites` would lift that table too.
 */
const SHADED_WARE = { wanted: 87, stops: 3, knee: 0.3 }
/** Lightness below which a dish is dim, the share of what is missing that it gains, and the most. */
const DIM = { below: 50, gain: 0.5, most: 9 }
/**
 * A dish in the shade of bright surroundings gains too, up to this lightness: this share of the difference beyond the usual one, at
 * most as much as a dim dish.
 */
const SHADED = { below: 55, usual: 12, gain: 0.5 }
/** The share of a dish above which its lights lie, the lightness between which they are nearly white, and what they become. */
const LIGHTS = { share: 0.98, from: 84, to: 90, wanted: 93 }
/** Chroma up to which lights have no colour, and from which on they are yellow or pink food, which would lose it. */
const COLOURLESS = { from: 7, to: 11 }
/** Lightness of the dish from which on a darkening is believed: fully in the middle, and without clipping at the end. */
const DARKENED = { from: 42, to: 60, bright: 68, glaring: 86 }
/** Share of clipped pixels that shows an overexposure. Less than the first are reflections, whatever is dark. */
const CLIPPED = { from: 0.004, to: 0.02, surely: 0.06 }
/** The contrast of the balanced preset, with which the curve is judged. A style adds its own character to that. */
const JUDGED = { brightness: 0, contrast: 0.06 }

/** The light that a photo needs. */
export type PlannedExposure = Pick<Recipe, 'exposure' | 'knee' | 'lift' | 'whites' | 'pivot' | 'keepsWhite'>

/** The mask of the dish, 0–1. A vague one may hold other things: it shows white ware, but not whether the dish is dim. */
export interface DishPlane extends Plane {
  readonly isVague?: boolean
}

/** What shows how a photo was exposed. */
export interface ExposureEvidence {
  /** The small copy as it came. */
  readonly taken: Pixels
  /** The small copy in neutral light with its brightness unchanged. */
  readonly level: Pixels
  /** How certain the light is known, 0–1, see `Cast`. */
  readonly evidence: number
  /** 0 when nothing else is wrong with the photo, 1 when it is clearly bad. */
  readonly doubt: number
  /** The black point that haze moved, encoded 0–1. */
  readonly black: number
  readonly ware: WhiteWare | undefined
  /** The median luma of the photo, encoded 0–1. */
  readonly middle: number
  /** Mask of the dish, 0–1; without it, the middle of the frame counts as the dish. */
  readonly dish: DishPlane | undefined
  /** The style that follows. What its contrast takes from a dim dish is given back. */
  readonly look: ToneSettings['look']
}

/** The median luma of the dish, encoded 0–1. */
const dishMedian = (picture: Pixels, dish: Plane | undefined): number => quantileWithin(picture, dish, 0.5) ?? 0.5

const lightnessOfEncoded = (encoded: number): number => lightnessOf(decodeLight(encoded))

/** The lightness of the middle of the frame, where the dish is. */
export const middleLightness = (analysisCopy: Pixels): number => lightnessOfEncoded(dishMedian(analysisCopy, undefined))

/** The stops by which the statistics of a photo say that it is wrong, as far as the dish and the ware do not disagree. */
const statisticalStops = (seen: ExposureEvidence, read: Exposure, lightness: number): number => {
  const { evidence, doubt, black, ware } = seen
  const { stops, range, clipped } = read
  // A uniform dark subject with highlights, such as coffee beans, is naturally dark. Without highlights it is
  // underexposed. Under haze the two cannot be distinguished.
  const mayBeSo = Math.max(smoothstep(2, 4, range), smoothstep(0.1, 0.18, black))
  const doubted = 0.5 * (1 - evidence) * mayBeSo * (1 - smoothstep(1.3, 2.3, Math.abs(stops)))
  const wanted = (1 - doubted) * exposureCorrection(stops, doubt)
  if (wanted > 0) {
    return ware ? Math.min(wanted, Math.max(0, Math.log2(luminanceOfLightness(WARE.kept) / ware.luminance))) : wanted
  }
  // Reflections on a dim dish are no overexposure.
  const glaring = Math.max(
    smoothstep(CLIPPED.from, CLIPPED.to, clipped),
    smoothstep(DARKENED.bright, DARKENED.glaring, lightness),
  )
  const lit = Math.max(
    smoothstep(DARKENED.from, DARKENED.to, lightness),
    smoothstep(CLIPPED.to, CLIPPED.surely, clipped),
  )
  const believed = wanted * glaring * lit
  if (!ware) return believed
  // Blown ware does not say by how much it was overexposed.
  const blown = Math.max(smoothstep(0.88, 0.97, ware.luminance), smoothstep(CLIPPED.to, CLIPPED.surely, clipped))
  const spare = Math.min(0, Math.log2(luminanceOfLightness(WARE.kept) / ware.luminance))
  return Math.max(believed, spare + (Math.min(believed, spare) - spare) * blown)
}

/** How much of the lightness that a veil or a darkening took a dim dish gets back. */
const GIVEN_BACK = 4

/** The lightness that a dish must have afterwards: a dim one gains on how it came. `lit` is what it has without a lift. */
const wantedOfDim = (seen: ExposureEvidence, lit: number): number => {
  // Without its mask the dish is a guess, and the middle of a good dark photo may be dark.
  if (!seen.dish || seen.dish.isVague) return 0
  const lightness = Math.min(lightnessOfEncoded(dishMedian(seen.taken, seen.dish)), lit + GIVEN_BACK)
  const missing = DIM.gain * Math.max(0, DIM.below - lightness)
  const around = quantileWithin(seen.taken, { ...seen.dish, data: seen.dish.data.map((share) => 1 - share) }, 0.5)
  const brighter = around === undefined ? 0 : lightnessOfEncoded(around) - lightness - SHADED.usual
  const shaded = lightness < SHADED.below ? SHADED.gain * Math.max(0, brighter) : 0
  const gain = Math.min(DIM.most, Math.max(missing, shaded))
  return gain > 0 ? lightness + gain : 0
}

/** The least value of 0 to `most` for which a rising function reaches a target; `most` where none does. */
const solve = (reached: (value: number) => number, target: number, most: number): number => {
  if (reached(0) >= target) return 0
  let [low, high] = [0, most]
  for (let round = 0; round < 12; round++) {
    const middle = (low + high) / 2
    if (reached(middle) < target) low = middle
    else high = middle
  }
  return high
}

/**
 * Says how much light a photo needs. All operations use it. Statistics of the whole frame say how it was exposed; the dish
 * and white ware decide how far they are believed, and what is missing still: a dim dish is lifted, and white ware is brought
 * to the lightness of white ware. Without the mask of the dish the middle of the frame counts as the dish; nothing is lifted
 * for it then, no lights of it become white, and ware gains a little less.
 *
 * @returns `exposure` in stops, without what a white balance takes
 */
export const planExposure = (seen: ExposureEvidence): PlannedExposure => {
  const dish = dishMedian(seen.level, seen.dish)
  const { middle, ware } = seen
  const read = readExposure(seen.level)
  const keepsWhite = read.hasBackdrop
  let exposure = statisticalStops(seen, read, lightnessOfEncoded(dish))
  const knee = ware?.isShaded ? SHADED_WARE.knee : KNEE
  const curve = (lift: number, whites: number, look = JUDGED) =>
    toneCurve({ exposure, knee, lift, whites, pivot: pivotAt(middle, exposure), keepsWhite, look })
  const lightness = lightnessOfEncoded(curve(0, 0)(dish))
  const wanted = ware?.isShaded ? SHADED_WARE.wanted : seen.dish ? WARE.wanted : WARE.guessed
  const white = luminanceOfLightness(wanted)
  if (ware && seen.dish) {
    const short = Math.log2(white / ware.luminance) - exposure
    // A dim dish gains by exposure, and a bright one keeps its mid-tones.
    const share = 0.2 + 0.4 * (1 - smoothstep(45, 62, lightness))
    if (short > 0) exposure += share * Math.min(short, MOST_STOPS.all)
  }
  const contrast = { ...JUDGED, contrast: Math.max(JUDGED.contrast, seen.look.contrast) }
  const lift = solve(
    (value) => lightnessOfEncoded(curve(value, 0, contrast)(dish)),
    wantedOfDim(seen, lightnessOfEncoded(curve(0, 0)(dish))),
    MOST_LIFT,
  )
  const planned = (whites: number) => ({ exposure, knee, lift, whites, pivot: pivotAt(middle, exposure), keepsWhite })
  // Without its mask the dish is a guess: the lights of the middle of the frame may be those of a pale table.
  if (!ware) return planned(seen.dish ? whitesOfLights(seen, (value) => curve(lift, value)) : 0)
  const place = encodeLight(ware.luminance)
  const whites = ware.isShaded ? 0 : solve((value) => curve(lift, value)(place), encodeLight(white), MOST_WHITES)
  const before = exposure
  const raised = (stops: number) => {
    exposure = before + stops
    return curve(lift, whites)(place)
  }
  exposure = before + solve(raised, encodeLight(white), ware.isShaded ? SHADED_WARE.stops : MOST_STOPS.left)
  return planned(whites)
}

/** The lift of the whites of a dish without white ware: what is lightest in it and nearly white becomes white. */
const whitesOfLights = (
  { level, dish }: ExposureEvidence,
  curve: (whites: number) => (encoded: number) => number,
): number => {
  const lights = quantileWithin(level, dish, LIGHTS.share) ?? 0
  const lightness = lightnessOfEncoded(curve(0)(lights))
  const nearly = smoothstep(LIGHTS.from, LIGHTS.to, lightness)
  if (nearly === 0) return 0
  const colourless = 1 - smoothstep(COLOURLESS.from, COLOURLESS.to, chromaFrom(lights, level, dish))
  const wanted = lightness + nearly * colourless * Math.max(0, LIGHTS.wanted - lightness)
  return solve((value) => lightnessOfEncoded(curve(value)(lights)), wanted, MOST_WHITES)
}

/** The mid-tone around which contrast turns. */
const pivotAt = (encoded: number, stops: number): number =>
  clamp(encodeLight(decodeLight(encoded) * 2 ** stops), 0.24, 0.6)

/** 1 in an ellipse that fills most of the frame, where the dish is. Its median errs by 7 in lightness. */
const isInMiddle = (u: number, v: number): number => (Math.hypot(u - 0.5, v - 0.5) < 0.4 ? 1 : 0)

/** The share of the dish at a pixel of a picture; without a mask, whether it is in the middle. */
const weightAt = (i: number, { width, height }: Size, dish: Plane | undefined): number => {
  const [u, v] = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height]
  return dish ? dish.data[Math.floor(v * dish.height) * dish.width + Math.floor(u * dish.width)] : isInMiddle(u, v)
}

/** The luma below which a share of a mask lies, encoded 0–1; undefined where the mask is empty. */
const quantileWithin = (picture: Pixels, dish: Plane | undefined, share: number): number | undefined => {
  const { data, width, height } = picture
  const bins = new Float64Array(256)
  let all = 0
  for (let i = 0; i < width * height; i++) {
    const weight = weightAt(i, picture, dish)
    bins[Math.round(lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))] += weight
    all += weight
  }
  let sum = 0
  for (let bin = 0; bin < 256; bin++) {
    sum += bins[bin]
    if (sum > 0 && sum >= share * all) return bin / 255
  }
  return undefined
}

/** The mean chroma of what has a luma (0–1) or more. */
const chromaFrom = (luma: number, picture: Pixels, dish: Plane | undefined): number => {
  const { data, width, height } = picture
  let [sum, all] = [0, 0]
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
    if (lumaOf(r, g, b) < 255 * luma - 0.5) continue
    const weight = weightAt(i, picture, dish)
    if (weight === 0) continue
    const seen = cielabOf(r, g, b)
    sum += weight * Math.hypot(seen.a, seen.b)
    all += weight
  }
  return sum / Math.max(1e-9, all)
}
