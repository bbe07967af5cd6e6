import { borderOf } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import type { Candidate } from './candidate-features.ts'

/** Of a whole dish: how convex and how clearly outlined it is, and the share of the chosen mask that it has. */
const WHOLE = { solidity: 0.97, edge: 0.9, share: 0.45 }
/** The share of it that the chosen mask must hold. */
const HELD = 0.95
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
