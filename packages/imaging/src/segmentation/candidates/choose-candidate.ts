import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { CandidateFeatures } from './candidate-features.ts'

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
  edge: 2.616,
  newEdge: 1.452,
  newOutline: 1.22,
  innerChroma: -1.316,
  innerLight: 1.247,
  solidity: 5.896,
  meanOverlap: 4.784,
  held: 5.049,
  salience: 2.926,
  frame: -2.335,
} as const satisfies Partial<Record<keyof CandidateFeatures, number>>

/** What growing beyond the first mask is worth, by what that mask looks like: food ends colourful, ware smooth and pale. */
const SCORE_OF_GROWTH = {
  innerSmooth: -2.791,
  innerChroma: 5.939,
  outerTexture: 4.917,
  frame: 4.781,
} as const satisfies Partial<Record<keyof CandidateFeatures, number>>

/** Candidates whose growth differs by less are the same thing for the margin, and the highest margin. */
const SAME_GROWTH = 0.15
const MAX_MARGIN = 4

/**
 * The log odds that the overlap of the chosen candidate with the true subject is at least 0.9: a logistic regression on
 * the same pictures, each scored by a model that had not seen its photo.
 */
const CONFIDENCE = {
  intercept: -13.245,
  margin: 0.448,
  firstConfidence: 1.465,
  agreement: -0.934,
  features: {
    bestOverlap: 1.659,
    held: 8.122,
    salience: 1.713,
    edge: 3.2,
    innerChroma: -2.293,
    scatter: -1.678,
    frame: 2.526,
  },
} as const
/** From this probability on 95 % of the fitted pictures were right. It becomes a confidence of 0.9. */
const SURE = { probability: 0.86, confidence: 0.9 } as const

export interface Choice {
  readonly chosen: Candidate
  /** 0–1. */
  readonly confidence: number
}

/**
 * Chooses the candidate that most likely is the whole subject and nothing else.
 *
 * @param about the confidence of the first mask by what it looks like, and how far two looks agree; both 0–1
 * @returns undefined if there is no candidate
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  about: { readonly firstConfidence: number; readonly agreement: number },
): Choice | undefined {
  const first = candidates.find(({ source }) => source === 'first') ?? candidates[0]
  if (!first) return undefined
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate.features, first.features) }))
  const best = scored.reduce((most, one) => (one.score > most.score ? one : most))
  const { growth } = best.candidate.features
  const others = scored.filter(({ candidate }) => Math.abs(candidate.features.growth - growth) > SAME_GROWTH)
  const margin = Math.min(MAX_MARGIN, ...others.map(({ score }) => best.score - score))
  return { chosen: best.candidate, confidence: confidenceOf(best.candidate.features, { ...about, margin }) }
}

const weighted = (weights: Partial<Record<keyof CandidateFeatures, number>>, features: CandidateFeatures): number =>
  FEATURES.reduce((sum, name) => sum + (weights[name] ?? 0) * features[name], 0)

const FEATURES = [
  ...(['edge', 'newEdge', 'newOutline', 'innerChroma', 'innerLight', 'innerSmooth', 'outerTexture'] as const),
  ...(['solidity', 'frame', 'meanOverlap', 'bestOverlap', 'held', 'salience', 'scatter'] as const),
] satisfies (keyof CandidateFeatures)[]

const scoreOf = (features: CandidateFeatures, first: CandidateFeatures): number =>
  weighted(SCORE, features) + (features.growth - first.growth) * weighted(SCORE_OF_GROWTH, first)

function confidenceOf(
  features: CandidateFeatures,
  about: { readonly margin: number; readonly firstConfidence: number; readonly agreement: number },
): number {
  const odds =
    CONFIDENCE.intercept +
    CONFIDENCE.margin * about.margin +
    CONFIDENCE.firstConfidence * about.firstConfidence +
    CONFIDENCE.agreement * about.agreement +
    weighted(CONFIDENCE.features, features)
  const probability = 1 / (1 + Math.exp(-odds))
  if (probability < 0.5) return probability
  const [from, to, low, high] =
    probability < SURE.probability
      ? [0.5, SURE.probability, 0.5, SURE.confidence]
      : [SURE.probability, 1, SURE.confidence, 1]
  return low + ((high - low) * (probability - from)) / (to - from)
}
