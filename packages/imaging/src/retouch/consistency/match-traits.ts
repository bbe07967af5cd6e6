import { cielabOfLight } from '../../colour/cielab.ts'
import { limitCast } from '../../colour/limit-cast.ts'
import { luminanceOf } from '../../colour/linear-light.ts'
import { luminanceGain, whiteBalanceGains } from '../../colour/white-balance.ts'
import { type AlikeCrop, cropAlike } from '../../framing/crop-alike.ts'
import { dishBoxIn } from '../../framing/crop-to-dish.ts'
import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Box } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { developPhoto } from '../../tone/develop-photo.ts'
import type { Recipe } from '../../tone/tone-recipe.ts'
import { KNEE } from '../../tone/tone-tables.ts'
import { distanceFalloff } from '../distance-falloff.ts'
import { applyGainMap } from '../gain-map.ts'
import { type BackgroundTraits, measureTraits, type PhotoTraits } from './photo-traits.ts'
import { NO_ADJUSTMENTS, recipeByWare } from './recipe-by-ware.ts'

/** Largest changes: beyond them a dish looks false, or a background painted. */
const MAX_CHANGE = { stops: 1, cast: 0.4, darker: 0.9, brighter: 1.1, paler: 0.85, livelier: 1.08 }
/** Smaller differences are left, because they would not be seen. */
const MIN_CHANGE = { stops: 0.08, cast: 0.04 }

const bounded = (difference: number, most: number, least: number): number =>
  Math.abs(difference) < least ? 0 : clamp(difference, -most, most)

/** The light of white ware after gains that keep the brightness of a grey. */
const wareAfter = (
  { light, red, blue }: NonNullable<PhotoTraits['ware']>,
  gains: Recipe['balance'],
): Recipe['balance'] => {
  const [r, b] = [Math.exp(red), Math.exp(blue)]
  const green = light / luminanceOf(r, 1, b)
  const brighter = luminanceGain(gains)
  return [(green * r * gains[0]) / brighter, (green * gains[1]) / brighter, (green * b * gains[2]) / brighter]
}

/** The most colour that white ware may get on the other side of neutral: as much is not seen. */
const OTHER_SIDE = 2.5

/** Whether white ware is no more coloured than it was, and did not turn from yellow to blue. */
const isNoMoreColoured = (before: Recipe['balance'], after: Recipe['balance']): boolean => {
  const [was, is] = [cielabOfLight(...before), cielabOfLight(...after)]
  const most = Math.hypot(was.a, was.b)
  const isOtherSide = was.a * is.a + was.b * is.b < 0
  return Math.hypot(is.a, is.b) <= (isOtherSide ? Math.min(most, OTHER_SIDE) : most)
}

/** Shares of a move of colour that are tried, the largest first. */
const SHARES = Array.from({ length: 9 }, (_, i) => 1 - i / 8)

/** Gains that take a cast out as far as white ware gets no more coloured than it was. */
const gainsTowards = (cast: { red: number; blue: number }, ware: PhotoTraits['ware']): Recipe['balance'] => {
  const gains = SHARES.map((share) => whiteBalanceGains({ red: share * cast.red, blue: share * cast.blue }))
  if (!ware) return gains[0]
  const before = wareAfter(ware, [1, 1, 1])
  return gains.find((some) => isNoMoreColoured(before, wareAfter(ware, some))) ?? [1, 1, 1]
}

/** The stops that white ware needs after a change of balance, so that it has as much light as before. */
const stopsFor = (ware: NonNullable<PhotoTraits['ware']>, balance: Recipe['balance']): number =>
  Math.log2(ware.light / luminanceOf(...wareAfter(ware, balance)))

/**
 * The exposure and white balance that move one photo towards another, as a recipe without style adjustments. White ware
 * becomes neither darker nor more coloured by it, and nothing turns blue or lemon-green.
 *
 * @param analysisCopy of the photo that moves, RGB, as it came
 */
export const recipeTowards = (own: PhotoTraits, target: PhotoTraits, analysisCopy: Pixels): Recipe => {
  const { ware } = own
  const difference = {
    red: bounded(own.red - target.red, MAX_CHANGE.cast, MIN_CHANGE.cast),
    blue: bounded(own.blue - target.blue, MAX_CHANGE.cast, MIN_CHANGE.cast),
  }
  const cast = limitCast(difference, analysisCopy)
  const balance = gainsTowards(cast, ware)
  const wanted = bounded(target.light - own.light, MAX_CHANGE.stops, MIN_CHANGE.stops)
  const stops = ware ? Math.max(wanted, stopsFor(ware, balance)) : wanted
  return {
    preset: 'match',
    black: 0,
    white: 1,
    balance,
    balanceConfidence: 1,
    exposure: stops - Math.log2(luminanceGain(balance)),
    lift: 0,
    whites: 0,
    denoise: { luma: 0, chroma: 0 },
    sharpen: 0,
    grain: 0,
    pivot: 0.5,
    knee: KNEE,
    keepsWhite: false,
    hasWhiteWare: false,
    blueShade: 0,
    look: NO_ADJUSTMENTS,
  }
}

/**
 * A reference shows what its ware looks like. A menu as a whole does not: white ware is white there, and a dim dish gains.
 * White ware that is already bright is not darkened.
 */
const recipeFor = async (
  target: PhotoTraits,
  { own, analysisCopy, subject }: Pick<MatchedPhoto, 'own' | 'analysisCopy' | 'subject'>,
): Promise<Recipe> => {
  const towards = recipeTowards(own, target, analysisCopy)
  if (target.ware) return towards
  const planned = await recipeByWare(analysisCopy, subject)
  const { blueShade } = planned
  if (own.ware) {
    const least = stopsFor(own.ware, planned.balance) - Math.log2(luminanceGain(planned.balance))
    // Ware that is nearly blown keeps its white while its cast goes.
    return { ...planned, exposure: Math.max(planned.exposure, least), keepsWhite: true }
  }
  const { lift, pivot } = planned
  // A menu darkens a photo no more than an enhancement would.
  const least = planned.exposure + Math.log2(luminanceGain(planned.balance) / luminanceGain(towards.balance))
  const isBrighter = towards.exposure > least
  const light = { exposure: isBrighter ? towards.exposure : least, whites: isBrighter ? 0 : planned.whites }
  return { ...towards, ...light, lift, pivot, blueShade }
}

/** The smallest gain of a background. A white cloth or light tent stays white: darkened it would look dirty. */
const darkest = (own: BackgroundTraits): number =>
  MAX_CHANGE.darker + (1 - MAX_CHANGE.darker) * smoothstep(0.6, 0.8, own.light)

const factorsTowards = (own: BackgroundTraits, wanted: BackgroundTraits) => ({
  gain: clamp(wanted.light / Math.max(0.02, own.light), darkest(own), MAX_CHANGE.brighter),
  colour: clamp(wanted.colour / Math.max(0.02, own.colour), MAX_CHANGE.paler, MAX_CHANGE.livelier),
})

const unlikeFrame = ({ hasShape, hasPlace }: AlikeCrop): string[] => [
  ...(hasShape ? [] : ['Its frame has another shape than the reference, because that shape would cut the dish.']),
  ...(hasPlace ? [] : ['The dish is not where it is in the reference, because the photo ends too near to it.']),
]

/** A photo with what was measured in it. */
interface MatchedPhoto {
  readonly pixels: Pixels
  /** Of the photo as it came, on which `own` was measured. */
  readonly analysisCopy: Pixels
  readonly own: PhotoTraits
  /** Its dish; undefined if it is not known: then background and frame are left. */
  readonly subject: Subject | undefined
}

/** What was done to a photo, and its traits afterwards. */
export interface MatchResult {
  readonly recipe: Recipe
  /** The part to write, if the photo was framed differently. */
  readonly crop: Box | undefined
  /** What its frame could not share with the target, in sentences. */
  readonly unlike: readonly string[]
  /** Whether the background was changed separately. */
  readonly backgroundChanged: boolean
  readonly after: PhotoTraits
}

/**
 * Moves a photo towards a target, in place: first the colour and amount of its light, then its background, then a crop
 * to the same shape, size and place of the dish. Each step is bounded, so a photo that differs much only comes closer.
 */
export const matchTraits = async (target: PhotoTraits, photo: MatchedPhoto): Promise<MatchResult> => {
  const { pixels, analysisCopy, subject } = photo
  const recipe = await recipeFor(target, photo)
  const isLeft =
    recipe.exposure === 0 && recipe.whites === 0 && recipe.lift === 0 && recipe.balance.every((gain) => gain === 1)
  if (!isLeft) developPhoto(pixels, analysisCopy, recipe)
  const lit = await measureTraits(await makeAnalysisCopy(pixels), subject)
  const backgroundChanged = subject !== undefined && lit.background !== undefined && target.background !== undefined
  if (backgroundChanged && lit.background && target.background) {
    const { gain, colour } = factorsTowards(lit.background, target.background)
    const { data, width, height } = distanceFalloff(subject)
    applyGainMap(pixels, {
      width,
      height,
      gain: data.map((falloff) => 1 + (gain - 1) * falloff),
      colour: data.map((falloff) => 1 + (colour - 1) * falloff),
    })
  }
  const dish = subject && dishBoxIn(subject, pixels)
  const framed =
    dish && target.fill
      ? cropAlike(pixels, dish, {
          share: target.fill,
          aspect: target.aspect ?? pixels.width / pixels.height,
          ...(target.middle ?? { x: 0.5, y: 0.5 }),
        })
      : undefined
  const crop = framed?.crop
  const after = backgroundChanged ? await measureTraits(await makeAnalysisCopy(pixels), subject) : lit
  const kept = crop ? (crop.width * crop.height) / (pixels.width * pixels.height) : 1
  return {
    recipe,
    crop,
    unlike: framed ? unlikeFrame(framed) : [],
    backgroundChanged,
    after: { ...after, fill: after.fill === undefined ? undefined : after.fill / kept },
  }
}
