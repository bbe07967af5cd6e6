import { boxOverlap, scaleBox } from '../../raster/geometry.ts'
import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import { borderOf } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import type { HintBox } from '../hint-places.ts'
import type { Sought } from '../subject-hint.ts'
import type { Candidate, CandidateFeatures } from './candidate-features.ts'
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
/** Confidence in a plate that the frame cuts. Nothing confirms it but the picture. */
const CUT_PLATE = 0.6
/** IoU of the boxes of a candidate and of a hint from which they agree. Sides that are 5 % off leave 0.81. */
const FITTING = 0.75
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
  const candidates = box ? fittingTo(box, all) : all
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

/** The candidates that are about as large as a box that somebody drew; where none is, those that come nearest. */
function fittingTo(box: HintBox, candidates: readonly Candidate[]): Candidate[] {
  const overlaps = candidates.map(({ bits, ...size }) => {
    const drawn = scaleBox({ left: box.x, top: box.y, ...box }, { width: 1, height: 1 }, size)
    return boxOverlap(maskBox(bits, size, 1), drawn)
  })
  const least = Math.min(FITTING, Math.max(...overlaps))
  return candidates.filter((_, i) => (overlaps[i] ?? 0) >= least)
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

/** Confidence from which the choice is left alone. */
const LIKELY_CHOICE = 0.85
/** The share of the chosen mask that the plate must hold, and the plate's area in areas of it. */
const HELD = 0.95
const GROWTH = 1.3
/** Of the plate: the share that is smooth just inside its outline, its chroma and lightness there, and how clear its edge is. */
const PALE_AND_SMOOTH = { smooth: 0.75, chroma: 0.2, light: 0.65, edge: 0.33 }
/** The share of the picture's border that it covers. */
const MIN_FRAME = 0.5
/** How likely it is by the ware network. What is less likely is ruled out. */
const MIN_LIKELIHOOD = -1

/**
 * Finds the plate under food that was taken for the whole dish, where the frame cuts the plate at most sides: a smooth, pale region
 * around the food that ends in a clear edge. Where the table itself is smooth and pale its edge is straight, or there is
 * none, and no such candidate exists (`growth/table-edge.ts`).
 *
 * @param chosen what would be the subject without it
 * @returns the likeliest plate by the ware network; undefined without one or without that network
 */
export function plateCutByFrame(
  candidates: readonly Candidate[],
  chosen: Candidate,
  confidence: number,
): Candidate | undefined {
  if (confidence >= LIKELY_CHOICE) return undefined
  const plates = candidates.filter((one) => one.source === 'grown' && isCutPlate(one) && holds(one, chosen))
  if (plates.length === 0) return undefined
  return plates.reduce((best, one) => (likelihood(one) > likelihood(best) ? one : best))
}

const likelihood = ({ features }: Candidate): number => features.wareLikelihood ?? Number.NEGATIVE_INFINITY

function isCutPlate(candidate: Candidate): boolean {
  const { innerSmooth, innerChroma, innerLight, edge, frame } = candidate.features
  return (
    innerSmooth >= PALE_AND_SMOOTH.smooth &&
    innerChroma <= PALE_AND_SMOOTH.chroma &&
    innerLight >= PALE_AND_SMOOTH.light &&
    edge >= PALE_AND_SMOOTH.edge &&
    frame >= MIN_FRAME &&
    likelihood(candidate) >= MIN_LIKELIHOOD
  )
}

function holds({ bits }: Candidate, chosen: Candidate): boolean {
  let [area, chosenArea, both] = [0, 0, 0]
  for (let i = 0; i < bits.length; i++) {
    area += bits[i]
    chosenArea += chosen.bits[i]
    both += bits[i] & chosen.bits[i]
  }
  return both >= HELD * chosenArea && area >= GROWTH * chosenArea
}

/** Of a whole dish: how convex and how clearly outlined it is, and the share of the chosen mask that it has. */
const WHOLE = { solidity: 0.97, edge: 0.9, share: 0.45 }
/** The largest share of its outline along which the chosen mask goes on. On a plate food is surrounded by more of it. */
const GOES_ON = 0.55
/** Distance from its outline in pixels at which that is seen. */
const BESIDE = 3

/**
 * Finds the dish in a mask that also holds those beside or behind it: a solid, clearly outlined part that lies whole within the frame,
 * while the frame cuts the others. `removeCutNeighbours` does the same where they do not touch it.
 *
 * @param chosen what would be the subject without it
 * @returns the largest of them; undefined without one
 */
export function wholeDishBeforeOthers(candidates: readonly Candidate[], chosen: Candidate): Candidate | undefined {
  const area = countOf(chosen)
  const dishes = candidates.filter((one) => one !== chosen && isWhole(one) && standsOut(one, chosen, area))
  return dishes.reduce<Candidate | undefined>(
    (best, one) => (best && countOf(best) >= countOf(one) ? best : one),
    undefined,
  )
}

const countOf = ({ bits }: Candidate): number => bits.reduce((sum, bit) => sum + bit, 0)

const isWhole = ({ features: { solidity, edge, frame } }: Candidate): boolean =>
  solidity >= WHOLE.solidity && edge >= WHOLE.edge && frame === 0

function standsOut(dish: Candidate, chosen: Candidate, chosenArea: number): boolean {
  const reach = dilate(dish, BESIDE).bits
  const within = dilate(dish, BESIDE - 1).bits
  let [area, held, beside, goesOn] = [0, 0, 0, 0]
  for (let i = 0; i < reach.length; i++) {
    const inChosen = chosen.bits[i]
    area += dish.bits[i]
    held += dish.bits[i] & inChosen
    if (!reach[i] || within[i]) continue
    beside++
    goesOn += inChosen
  }
  const othersAreCut = borderOf(dish).some((i) => chosen.bits[i] === 1)
  return area >= WHOLE.share * chosenArea && held >= HELD * area && othersAreCut && goesOn < GOES_ON * beside
}
