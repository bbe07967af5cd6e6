import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { borderOf } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import type { Sought } from '../subject-hint.ts'
import { type Candidate, type CandidateFeatures, countBits, softOverlap } from './candidate-features.ts'
import { type ChoiceWeights, FEATURES, type Weights, WITH_WARE, WITHOUT_WARE } from './choice-weights.ts'

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
export function chooseCandidate(candidates: readonly Candidate[], sought: Sought = {}): Choice | undefined {
  const choice = likeliestOf(candidates, sought)
  if (!choice || choice.confidence < SURE || choice.confidence >= CUT.sure) return choice
  return cutSides(choice.chosen) < CUT.sides ? choice : { ...choice, confidence: CONTRADICTED }
}

function likeliestOf(all: readonly Candidate[], { withNeighbours = false, box }: Sought): Choice | undefined {
  const first = all.find(({ source }) => source === 'first') ?? all[0]
  if (!first) return undefined
  const weights = first.features.ware === undefined ? WITHOUT_WARE : WITH_WARE
  if (box) return likeliestInBox(all, first, weights)
  const score = (candidate: Candidate) => scoreOf(candidate.features, first.features, weights)
  const scored = all.map((candidate) => ({ candidate, score: score(candidate) }))
  const best = (of: typeof scored) => of.reduce((most, one) => (one.score > most.score ? one : most), of[0])?.candidate
  const likeliest = best(scored) ?? first
  const choice = withoutTable(
    { chosen: likeliest, confidence: confidenceOf(likeliest.features, weights) },
    best(scored.filter(({ candidate: { source } }) => source !== 'grown' && source !== 'ware')),
  )
  const plate = plateCutByFrame(all, choice)
  if (plate) return { chosen: plate, confidence: CUT_PLATE.confidence }
  const dish = withNeighbours ? undefined : wholeDishBeforeOthers(all, choice.chosen)
  return dish ? { chosen: dish, confidence: WHOLE.confidence } : choice
}

/** A box says how large the subject is, and that it may reach to the frame. */
function likeliestInBox(all: readonly Candidate[], first: Candidate, weights: ChoiceWeights): Choice {
  const inBox = { ...weights, score: { ...weights.score, frame: 0 } }
  const scores = all.map(({ features, off = 0 }) => scoreOf(features, first.features, inBox) - off)
  const chosen = all[scores.indexOf(Math.max(...scores))] ?? first
  return { chosen, confidence: confidenceOf(chosen.features, weights) }
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

/**
 * A plate that the frame cuts at most sides: confidence from which another choice is left alone; how smooth, grey and light it is just
 * inside its outline, how clear its edge is, and the share of the border that it covers; how likely it is by the ware network; the
 * share of the other choice that it holds; and the confidence in it, which nothing confirms but the picture.
 */
const CUT_PLATE = {
  unless: 0.85,
  smooth: 0.75,
  chroma: 0.2,
  light: 0.65,
  edge: 0.33,
  frame: 0.5,
  likely: -1,
  holds: 0.95,
  confidence: 0.6,
}

/** Finds the plate under food that was taken for the whole dish, the likeliest by the ware network. */
function plateCutByFrame(candidates: readonly Candidate[], { chosen, confidence }: Choice): Candidate | undefined {
  if (confidence >= CUT_PLATE.unless) return undefined
  const plates = candidates.filter(({ source, features, bits }) => {
    const { innerSmooth, innerChroma, innerLight, edge, frame, growth, wareLikelihood } = features
    const isPale = innerSmooth >= CUT_PLATE.smooth && innerChroma <= CUT_PLATE.chroma && innerLight >= CUT_PLATE.light
    const isCut =
      edge >= CUT_PLATE.edge && frame >= CUT_PLATE.frame && likelihood({ wareLikelihood }) >= CUT_PLATE.likely
    if (source !== 'grown' || !isPale || !isCut || growth < chosen.features.growth + BOLD_GROWTH) return false
    return softOverlap(chosen.bits, bits).held >= CUT_PLATE.holds
  })
  return plates.reduce<Candidate | undefined>(
    (best, one) => (best && likelihood(best.features) >= likelihood(one.features) ? best : one),
    undefined,
  )
}

const likelihood = ({ wareLikelihood = Number.NEGATIVE_INFINITY }: Pick<CandidateFeatures, 'wareLikelihood'>): number =>
  wareLikelihood

/**
 * A whole dish before others: how convex and how clearly outlined it is, its least share of the other choice, and the largest share of
 * its outline along which that goes on. The caller may want all of them, so the confidence is low.
 */
const WHOLE = { solidity: 0.97, edge: 0.9, share: 0.45, goesOn: 0.55, confidence: 0.8 }
/** Distance from an outline in pixels at which the choice is seen to go on. */
const BESIDE = 3

/** Finds the largest dish that lies whole within the frame in a choice that also holds others, which the frame cuts. */
function wholeDishBeforeOthers(candidates: readonly Candidate[], chosen: Candidate): Candidate | undefined {
  const all = countBits(chosen)
  const othersAreCut = borderOf(chosen).some((i) => chosen.bits[i] === 1)
  const dishes = candidates.filter((one) => {
    const { solidity, edge, frame } = one.features
    if (one === chosen || !othersAreCut || frame > 0 || solidity < WHOLE.solidity || edge < WHOLE.edge) return false
    if (countBits(one) < WHOLE.share * all || softOverlap(one.bits, chosen.bits).held < CUT_PLATE.holds) return false
    const [reach, within] = [dilate(one, BESIDE).bits, dilate(one, BESIDE - 1).bits]
    const beside = reach.map((bit, i) => bit & (1 - within[i]))
    return softOverlap(beside, chosen.bits).held < WHOLE.goesOn
  })
  return dishes.toSorted((one, other) => countBits(other) - countBits(one))[0]
}
