import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { CandidateFeatures } from './candidate-features.ts'
import { type ChoiceWeights, FEATURES, type Weights, WITH_WARE, WITHOUT_WARE } from './choice-weights.ts'

/** A mask that could be the subject. */
export interface Candidate extends BinaryMask {
  /** The first mask; another inference; or a mask that was made by growing the first one. */
  readonly source: 'first' | 'grown' | 'ware' | number
  readonly features: CandidateFeatures
}

/** What the probability from which a choice is sure becomes. */
const SURE = 0.9
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
  const weights = first.features.ware === undefined ? WITHOUT_WARE : WITH_WARE
  const score = (candidate: Candidate) => scoreOf(candidate.features, first.features, weights)
  const scored = candidates.map((candidate) => ({ candidate, score: score(candidate) }))
  const best = (of: readonly { candidate: Candidate; score: number }[]) =>
    of.reduce((most, one) => (one.score > most.score ? one : most)).candidate
  const chosen = best(scored)
  const confidence = confidenceOf(chosen.features, weights)
  // A large region that nothing confirms is mostly the table.
  const inferred = scored.filter(({ candidate }) => candidate.source !== 'grown')
  if (confidence >= LIKELY || chosen.features.growth < BOLD_GROWTH || inferred.length === 0)
    return { chosen, confidence }
  const fallback = best(inferred)
  return { chosen: fallback, confidence: confidenceOf(fallback.features, weights) }
}

const weighted = (weights: Weights, features: CandidateFeatures): number =>
  FEATURES.reduce((sum, name) => sum + (weights[name] ?? 0) * (features[name] ?? 0), 0)

const scoreOf = (features: CandidateFeatures, first: CandidateFeatures, { score, growth }: ChoiceWeights): number =>
  weighted(score, features) + (features.growth - first.growth) * weighted(growth, first)

function confidenceOf(features: CandidateFeatures, { confidence, sure }: ChoiceWeights): number {
  const odds = confidence.intercept + weighted(confidence.features, features)
  const probability = 1 / (1 + Math.exp(-odds))
  if (probability < LIKELY) return probability
  const [from, to, low, high] = probability < sure ? [LIKELY, sure, LIKELY, SURE] : [sure, 1, SURE, 1]
  return low + ((high - low) * (probability - from)) / (to - from)
}
