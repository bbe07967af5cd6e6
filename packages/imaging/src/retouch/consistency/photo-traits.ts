import { measureCast, whiteBalanceGains } from '../../colour/white-balance.ts'
import { findWhiteWare } from '../../colour/white-ware.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../../raster/luma.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import { maskPlane } from '../../raster/masks/resize-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plane } from '../../raster/planes/plane.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { measureExposure } from '../../tone/exposure/exposure.ts'
import { neutralize } from '../../tone/plan-recipe.ts'

/** The traits that photos of one menu share, whatever the dish. */
export interface PhotoTraits {
  /** Stops by which it is brighter (above 0) than a well-exposed photo. */
  readonly light: number
  /** The colour of its light: logarithms of red over green and blue over green. */
  readonly red: number
  readonly blue: number
  /** White ware as the photo shows it: its light (0–1, linear) and the colour of it, like `red` and `blue`. */
  readonly ware?: { readonly light: number; readonly red: number; readonly blue: number } | undefined
  /** Share of the frame that the dish covers; undefined if no dish is known. */
  readonly fill: number | undefined
  /** Width over height. */
  readonly aspect?: number | undefined
  /** The middle of the dish's box, as shares of the frame's sides; undefined if no dish is known. */
  readonly middle?: { readonly x: number; readonly y: number } | undefined
  /** The background; undefined if no dish is known, or where it fills the frame. */
  readonly background: BackgroundTraits | undefined
}

/** Means over the background: light and colourfulness of 0–1, red minus green and blue minus green of −1 to 1. */
export interface BackgroundTraits {
  readonly light: number
  readonly colour: number
  readonly red: number
  readonly blue: number
}

/** Share of the frame below which there is no background. */
const MIN_BACKGROUND = 0.08

const measureBackground = ({ data }: Pixels, mask: Plane): BackgroundTraits | undefined => {
  let [light, colour, red, blue, count] = [0, 0, 0, 0, 0]
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] > 0.02) continue
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
    light += lumaOf(r, g, b)
    colour += Math.max(r, g, b) - Math.min(r, g, b)
    red += r - g
    blue += b - g
    count++
  }
  if (count < MIN_BACKGROUND * mask.data.length) return undefined
  const whole = 255 * count
  return { light: light / whole, colour: colour / whole, red: red / whole, blue: blue / whole }
}

/**
 * Measures the traits of a photo.
 *
 * @param analysisCopy RGB
 * @param subject its dish; undefined if it is not known
 */
export const measureTraits = async (analysisCopy: Pixels, subject: Subject | undefined): Promise<PhotoTraits> => {
  const { measured, evidence } = measureCast(analysisCopy)
  // A picture that is filled by one thing shows little of the colour of its light.
  const believed = 0.5 + 0.5 * evidence
  const [red, blue] = [believed * measured.red, believed * measured.blue]
  const mask = subject && (await maskPlane(subject, analysisCopy))
  const neutral = neutralize(analysisCopy, whiteBalanceGains({ red, blue }))
  const ware = findWhiteWare(neutral, { red: measured.red - red, blue: measured.blue - blue }, mask)
  const covered = mask?.data.reduce((sum, share) => sum + share, 0)
  return {
    light: measureExposure(neutral),
    red,
    blue,
    ware: ware && { light: ware.luminance, red: red + ware.red, blue: blue + ware.blue },
    fill: mask && covered !== undefined ? covered / mask.data.length : undefined,
    aspect: analysisCopy.width / analysisCopy.height,
    middle: subject && middleOf(subject),
    background: mask && measureBackground(analysisCopy, mask),
  }
}

const middleOf = (subject: Subject): PhotoTraits['middle'] => {
  const box = maskBox(subject.alpha, subject, 128)
  if (!box) return undefined
  return { x: (box.left + box.width / 2) / subject.width, y: (box.top + box.height / 2) / subject.height }
}

const median = (values: readonly number[]): number | undefined => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  if (upper === undefined || sorted.length % 2 === 1) return upper
  return (upper + sorted[sorted.length / 2 - 1]) / 2
}

/** The median of several photos, trait by trait. */
export const medianTraits = (all: readonly PhotoTraits[]): PhotoTraits => {
  const fills = all.flatMap(({ fill }) => fill ?? [])
  const grounds = all.flatMap(({ background }) => background ?? [])
  const middles = all.flatMap(({ middle }) => middle ?? [])
  const middleAlong = (axis: 'x' | 'y') => median(middles.map((one) => one[axis])) ?? 0.5
  const ground = (trait: keyof BackgroundTraits) => median(grounds.map((one) => one[trait])) ?? 0
  return {
    light: median(all.map((one) => one.light)) ?? 0,
    red: median(all.map((one) => one.red)) ?? 0,
    blue: median(all.map((one) => one.blue)) ?? 0,
    fill: median(fills),
    aspect: median(all.flatMap(({ aspect }) => aspect ?? [])),
    middle: middles.length === 0 ? undefined : { x: middleAlong('x'), y: middleAlong('y') },
    background:
      grounds.length === 0
        ? undefined
        : { light: ground('light'), colour: ground('colour'), red: ground('red'), blue: ground('blue') },
  }
}

/** The difference at which two photos have nothing of a trait in common, and the weight of the trait. */
const TRAITS = {
  light: { apart: 1.2, weight: 0.3 },
  colour: { apart: 0.45, weight: 0.3 },
  background: { apart: 0.45, weight: 0.25 },
  fill: { apart: 1.6, weight: 0.15 },
} as const

type Trait = keyof typeof TRAITS

/** Similarity below which a trait stands out, and score below which the photo does. */
const STANDS_OUT = 0.4
const OUTLIER = 65

interface TraitSimilarity {
  /** 0–100. */
  readonly score: number
  readonly isOutlier: boolean
  /** Why it still differs, in sentences; empty if nothing stands out. */
  readonly reasons: readonly string[]
}

/** Differences of a photo from the target, in each trait's own unit; undefined if one of them is not known. */
const differences = (one: PhotoTraits, target: PhotoTraits): Record<Trait, number | undefined> => {
  const ground = one.background && target.background && { own: one.background, wanted: target.background }
  return {
    light: one.light - target.light,
    colour: Math.hypot(one.red - target.red, one.blue - target.blue),
    background:
      ground &&
      Math.hypot(
        ground.own.light - ground.wanted.light,
        ground.own.red - ground.wanted.red,
        ground.own.blue - ground.wanted.blue,
      ),
    fill: one.fill !== undefined && target.fill ? Math.log2(Math.max(1e-3, one.fill) / target.fill) : undefined,
  }
}

const reasonFor = (trait: Trait, one: PhotoTraits, target: PhotoTraits): string => {
  switch (trait) {
    case 'light':
      return `It is ${Math.abs(one.light - target.light).toFixed(1)} stops ${one.light < target.light ? 'darker' : 'brighter'} than the reference.`
    case 'colour':
      return `Its light is ${one.red - one.blue > target.red - target.blue ? 'warmer' : 'cooler'} than that of the reference.`
    case 'background': {
      const [own, wanted] = [one.background?.light ?? 0, target.background?.light ?? 0]
      if (Math.abs(own - wanted) < 0.12) return 'Its background has quite another colour than that of the reference.'
      return `Its background is much ${own < wanted ? 'darker' : 'brighter'} than that of the reference.`
    }
    case 'fill':
      return `The dish is ${(one.fill ?? 0) < (target.fill ?? 0) ? 'smaller' : 'larger'} in the frame than in the reference.`
  }
}

/** How similar a photo is to the target: 100 where no trait differs. */
export const traitSimilarity = (one: PhotoTraits, target: PhotoTraits): TraitSimilarity => {
  let [sum, weights] = [0, 0]
  const reasons: string[] = []
  for (const [trait, difference] of Object.entries(differences(one, target)) as [Trait, number | undefined][]) {
    if (difference === undefined) continue
    const { apart, weight } = TRAITS[trait]
    const similarity = clamp(1 - Math.abs(difference) / apart, 0, 1)
    sum += weight * similarity
    weights += weight
    if (similarity < STANDS_OUT) reasons.push(reasonFor(trait, one, target))
  }
  const score = Math.round((100 * sum) / weights)
  return { score, isOutlier: score < OUTLIER || reasons.length > 0, reasons }
}
