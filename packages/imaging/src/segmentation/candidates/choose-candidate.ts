import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { CandidateFeatures } from './candidate-features.ts'

/** The features with weights. Growth only counts as a difference to the first mask. */
const FEATURES = [
  ...(['edge', 'newEdge', 'innerChroma', 'innerLight', 'innerSmooth', 'outerTexture'] as const),
  ...(['solidity', 'frame', 'bestOverlap', 'held', 'salience', 'scatter'] as const),
] satisfies (keyof CandidateFeatures)[]
type Weights = { readonly [name in (typeof FEATURES)[number]]?: number }

/** A mask that could be the subject. */
export interface Candidate extends BinaryMask {
  /** The first mask; another inference; or a mask that was made by growing the first one. */
  readonly source: 'first' | 'grown' | number
  readonly features: CandidateFeatures
}

/**
 * What a candidate's score adds up from, in the features' own units. Fitted by softmax regression over the candidates of
 * each picture (McFadden 1974) on the `fitted` half of the masks drawn by hand, on crops of those photos, and on the same
 * photos with the drawn food in place of the mask. Chosen by eightfold cross-validation over photos.
 */
const SCORE = {
  edge: 1.712,
  newEdge: 1.559,
  innerChroma: -1.913,
  innerLight: 1.347,
  solidity: 5.626,
  frame: -2.223,
  bestOverlap: 1.813,
  held: 3.04,
  salience: 2.129,
} as const satisfies Weights

/** What growing beyond the first mask is worth, by what that mask looks like: food is colourful up to its outline. */
const SCORE_OF_GROWTH = { innerChroma: 3.86, outerTexture: 3.929, frame: 6.855 } as const satisfies Weights

/**
 * The log odds that the overlap of the chosen candidate with the true subject is at least 0.9: a logistic regression on
 * the same pictures, each scored by a model that had not seen its photo.
 */
const CONFIDENCE = {
  intercept: -22.827,
  features: {
    edge: -2.617,
    newEdge: 7.288,
    innerChroma: -1.421,
    innerSmooth: 2.127,
    outerTexture: -2.618,
    solidity: 10.26,
    frame: 1.873,
    bestOverlap: 3.192,
    held: 7.475,
    scatter: -1.419,
  } satisfies Weights,
} as const
/** From this probability on every fitted picture was right. It becomes a confidence of 0.9. */
const SURE = { probability: 0.88, confidence: 0.9 } as const

/** Growth from which a candidate must be likely to be believed: twice the area of the first mask. */
const BOLD_GROWTH = Math.log(2)
const LIKELY = 0.5

export interface Choice {
  readonly chosen: Candidate
  /** 0–1. */
  readonly confidence: number
}

/**
 * Chooses the candidate that most likely is the whole subject and nothing else.
 *
 * @returns undefined if there is no candidate
 */
export function chooseCandidate(candidates: readonly Candidate[]): Choice | undefined {
  const first = candidates.find(({ source }) => source === 'first') ?? candidates[0]
  if (!first) return undefined
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate.features, first.features) }))
  const best = (of: readonly { candidate: Candidate; score: number }[]) =>
    of.reduce((most, one) => (one.score > most.score ? one : most)).candidate
  const chosen = best(scored)
  const confidence = confidenceOf(chosen.features)
  // A large region that nothing confirms is mostly the table.
  const inferred = scored.filter(({ candidate }) => candidate.source !== 'grown')
  if (confidence >= LIKELY || chosen.features.growth < BOLD_GROWTH || inferred.length === 0)
    return { chosen, confidence }
  const fallback = best(inferred)
  return { chosen: fallback, confidence: confidenceOf(fallback.features) }
}

const weighted = (weights: Weights, features: CandidateFeatures): number =>
  FEATURES.reduce((sum, name) => sum + (weights[name] ?? 0) * features[name], 0)

const scoreOf = (features: CandidateFeatures, first: CandidateFeatures): number =>
  weighted(SCORE, features) + (features.growth - first.growth) * weighted(SCORE_OF_GROWTH, first)

function confidenceOf(features: CandidateFeatures): number {
  const odds = CONFIDENCE.intercept + weighted(CONFIDENCE.features, features)
  const probability = 1 / (1 + Math.exp(-odds))
  if (probability < 0.5) return probability
  const [from, to, low, high] =
    probability < SURE.probability
      ? [0.5, SURE.probability, 0.5, SURE.confidence]
      : [SURE.probability, 1, SURE.confidence, 1]
  return low + ((high - low) * (probability - from)) / (to - from)
}
