import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { PhotoTraits } from './photo-traits.ts'

/** The difference at which two photos have nothing of a trait in common, and the weight of the trait. */
const TRAITS = {
  light: { apart: 1.2, weight: 0.3 },
  colour: { apart: 0.45, weight: 0.3 },
  background: { apart: 0.45, weight: 0.25 },
  fill: { apart: 1.6, weight: 0.15 },
} as const

export type Trait = keyof typeof TRAITS

/** Similarity below which a trait stands out, and score below which the photo does. */
const STANDS_OUT = 0.4
const OUTLIER = 65

export interface TraitSimilarity {
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
