import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Sought } from '../subject-hint.ts'
import { chooseCandidate } from './choose-candidate.ts'
import { type Advisers, type FirstMask, gatherCandidates } from './gather-candidates.ts'

export interface Decision {
  /** Of the size of the first mask; undefined if the first mask is right. */
  readonly mask: SoftMask | undefined
  /** The calibrated probability that the mask is the whole subject and nothing else, 0–1. */
  readonly confidence: number
  /** All masks that could be the subject, on a small copy. */
  readonly candidates: readonly BinaryMask[]
}

/**
 * Decides which of several masks is the subject.
 *
 * @param small RGB, of the masks' size
 * @returns undefined if no candidate has an outline, because the picture is all subject or has none
 */
export async function decideSubject(
  small: Pixels,
  mask: FirstMask,
  advisers: Advisers,
  sought: Sought = {},
): Promise<Decision | undefined> {
  const { candidates, draw } = await gatherCandidates(small, mask, advisers, sought.withNeighbours)
  const choice = chooseCandidate(candidates, sought)
  return choice && { mask: await draw(choice.chosen), confidence: choice.confidence, candidates }
}
