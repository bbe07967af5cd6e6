import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { softOverlap } from '../candidates/candidate-features.ts'
import { smoothColours } from '../candidates/colour-analysis.ts'
import { refineOutline } from '../mask/refine-outline.ts'
import type { Evidence } from '../witness/infer-by-evidence.ts'
import type { SubjectPart } from './food-evidence.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Overlap from which a look shows the same food. */
const SAME = 0.92
/** Radius in pixels over which an edge is softened. */
const SOFT = 1

/**
 * The food with a fine outline. The food network is coarse there. Where a look of the cut-out network shows the same food, its
 * outline is taken; otherwise the outline is moved to where the colours change.
 *
 * @param seen by the food network
 * @returns within the subject, in the size of the part
 */
export function drawFood(seen: SoftMask, { masks }: Evidence, { picture, subject }: SubjectPart): SoftMask {
  const { width, height } = picture
  const inSubject = (mask: SoftMask): SoftMask => {
    return { alpha: mask.alpha.map((value, i) => Math.min(value, subject.alpha[i])), width, height }
  }
  const hard = inSubject({ ...seen, alpha: seen.alpha.map((value) => (value >= INSIDE ? 255 : 0)) })
  const looks = masks.slice(0, 2).filter((look) => look !== undefined)
  const [best] = looks
    .map(inSubject)
    .map((look) => ({ look, same: softOverlap(look.alpha, hard.alpha).overlap }))
    .sort((a, b) => b.same - a.same)
  if (best && best.same >= SAME) return best.look
  const refined = Float32Array.from(refineOutline(hard, smoothColours(picture)))
  return inSubject({ ...seen, alpha: Uint8Array.from(boxMean(refined, width, height, SOFT), Math.round) })
}
