import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Candidate, CandidateFeatures } from './candidate-features.ts'
import { type ChoiceWeights, FEATURES, type Weights, WITH_WARE, WITHOUT_WARE } from './choice-weights.ts'
import { plateCutByFrame } from './cut-plate.ts'
import { wholeDishBeforeOthers } from './whole-dish.ts'

/** What the probability from which a choice is sure becomes. */
const SURE = 0.9
/** Growth from which a candidate must be likely to be believed: a third more than the area of the first mask. */
const BOLD_GROWTH = Math.log(4 / 3)
const LIKELY = 0.5
/** A mask that the ware network contradicts is never sure, and neither is one of which too little is seen. */
const CONTRADICTED = 0.89
/**
 * A dish that the frame cuts at this many sides, with at least this share of a side, is sure from a higher confidence on. Only a part of
 * its rim is seen, and beside the parts that are not, a piece of it may be missing, or a neighbour may have joined it.
 */
const CUT = { sides: 2, share: 0.03, sure: 0.93 }
/** Confidence in a plate that the frame cuts. Nothing confirms it but the picture. */
const CUT_PLATE = 0.6
/** Confidence in one of several dishes that touch: the caller may want all of them. */
const AMONG_OTHERS = 0.8

export interface Choice {
  readonly chosen: Candidate
  /** 0–1. */
  readonly confidence: number
}

/**
 * Chooses the candidate that most likely is the whole subject and nothing else.
 *
 * @param withNeighbours whether dishes that the frame cuts count beside a larger one that is whole
 * @returns undefined if there is no candidate
 */
export function chooseCandidate(candidates: readonly Candidate[], withNeighbours = false): Choice | undefined {
  const choice = likeliestOf(candidates, withNeighbours)
  if (!choice || choice.confidence < SURE || choice.confidence >= CUT.sure) return choice
  return cutSides(choice.chosen) < CUT.sides ? choice : { ...choice, confidence: CONTRADICTED }
}

function likeliestOf(candidates: readonly Candidate[], withNeighbours: boolean): Choice | undefined {
  const first = candidates.find(({ source }) => source === 'first') ?? candidates[0]
  if (!first) return undefined
  const weights = first.features.ware === undefined ? WITHOUT_WARE : WITH_WARE
  const score = (candidate: Candidate) => scoreOf(candidate.features, first.features, weights)
  const scored = candidates.map((candidate) => ({ candidate, score: score(candidate) }))
  const best = (of: typeof scored) => of.reduce((most, one) => (one.score > most.score ? one : most), of[0])?.candidate
  const likeliest = best(scored) ?? first
  const { chosen, confidence } = withoutTable(
    { chosen: likeliest, confidence: confidenceOf(likeliest.features, weights) },
    best(scored.filter(({ candidate: { source } }) => source !== 'grown' && source !== 'ware')),
  )
  const plate = plateCutByFrame(candidates, chosen, confidence)
  if (plate) return { chosen: plate, confidence: CUT_PLATE }
  const dish = withNeighbours ? undefined : wholeDishBeforeOthers(candidates, chosen)
  return dish ? { chosen: dish, confidence: AMONG_OTHERS } : { chosen, confidence }
}

/**
 * A large region that nothing confirms is mostly the table, also where the ware network drew it. Then what the other networks
 * saw is taken, and they judge it.
 */
function withoutTable({ chosen, confidence }: Choice, seen: Candidate | undefined): Choice {
  if (!seen || confidence >= LIKELY || chosen.features.growth < BOLD_GROWTH) return { chosen, confidence }
  return { chosen: seen, confidence: Math.min(CONTRADICTED, confidenceOf(seen.features, WITHOUT_WARE)) }
}

/** How many sides of the frame cut a mask. */
function cutSides({ bits, width, height }: BinaryMask): number {
  const sides = [
    Array.from({ length: width }, (_, x) => bits[x]),
    Array.from({ length: width }, (_, x) => bits[(height - 1) * width + x]),
    Array.from({ length: height }, (_, y) => bits[y * width]),
    Array.from({ length: height }, (_, y) => bits[(y + 1) * width - 1]),
  ]
  return sides.filter((side) => side.reduce((sum, bit) => sum + bit, 0) > CUT.share * side.length).length
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
