import type { Candidate } from './candidate-features.ts'

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
