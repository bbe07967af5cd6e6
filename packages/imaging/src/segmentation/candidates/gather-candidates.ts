import type { Network, Tensor } from '../../network-port.ts'
import type { Size } from '../../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { fillHoles } from '../../raster/masks/mask-components.ts'
import { maskPlane, resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { inferMask, TRAINED_SIDE } from '../mask/infer-mask.ts'
import type { FurtherOpinions } from '../mask/two-scale-inference.ts'
import { inferWare } from '../witness/infer-ware.ts'
import { removeCutNeighbours } from '../witness/remove-cut-neighbours.ts'
import {
  type Candidate,
  candidateFeatures,
  countBits,
  firstCandidate,
  type Opinions,
  overlapOfBits,
  softOverlap,
} from './candidate-features.ts'
import { analyseColours } from './colour-analysis.ts'
import { growWare } from './growth/grow-ware.ts'
import { endsAtTableEdge } from './growth/table-edge.ts'
import { joinWare } from './join-ware.ts'
import { wareCandidates } from './ware-candidates.ts'

/** Long side of the copy on which candidates are compared. */
const SIDE = 256
/** Overlap of two looks below which others are asked for: a large look, and what stands out as a mask. */
const AGREED = 0.9
/** Candidates that overlap by more than this are the same. */
const SAME = 0.985
/** A smaller mask is no candidate. */
const MIN_PIXELS = 30
const HALF = 0.5

/** The masks of two looks, fused and cleaned up. */
export interface FirstMask extends SoftMask {
  readonly looks: readonly SoftMask[]
}

/** Who is asked beside the masks. */
export interface Advisers {
  readonly network: Network
  readonly opinions: Promise<FurtherOpinions>
  /** The network that knows ware, and the detector's maps that it judges by, if both are installed. */
  readonly ware?: { readonly network: Network; readonly maps: readonly Tensor[] } | undefined
}

export interface GatheredCandidates {
  /** The first mask is the first of them. */
  readonly candidates: readonly Candidate[]
  /** A candidate in the size of the first mask; undefined for the first mask itself. */
  draw(candidate: Candidate): Promise<SoftMask | undefined>
}

/**
 * Gathers the masks that could be the subject: the first mask, single looks, regions around the first mask that could be
 * its ware, and what the ware network suggests. Where two looks disagree, the network is asked again on a larger square.
 *
 * @param small RGB, of the masks' size
 * @param withNeighbours whether dishes that the frame cuts count beside a larger one that is whole
 */
export async function gatherCandidates(
  small: Pixels,
  { looks: masks, ...mask }: FirstMask,
  { network, opinions: asked, ware: adviser }: Advisers,
  withNeighbours = false,
): Promise<GatheredCandidates> {
  const alone = withNeighbours ? (soft: SoftMask) => soft : removeCutNeighbours
  const copy = await makeAnalysisCopy(small, SIDE)
  const size = { width: copy.width, height: copy.height }
  const reduced = async (soft: SoftMask) => (await maskPlane(soft, size)).data
  const analysis = analyseColours(copy)
  const filled = async (soft: SoftMask) => asBinary(await reduced(soft), size)
  const first = firstCandidate(await filled(mask))
  const isLarge = countBits(first) >= MIN_PIXELS
  const grown = isLarge ? growWare(analysis, first).filter((region) => !endsAtTableEdge(region, first)) : []
  const reducedLooks = await Promise.all(masks.map(reduced))
  const further = await asked
  const rough = alone({ ...size, alpha: await resizeMask(further.rough, size) })
  const salient = further.salient && alone(further.salient)
  const looks = [await reduced(rough), ...reducedLooks]
  const evidence = { looks: [rough, masks[0] ?? rough] as const, saliency: salient }
  const seen = adviser && (await inferWare(small, { ...evidence, maps: adviser.maps }, adviser.network))
  const ware = seen && (await reduced(alone(seen)))
  const opinions: Opinions = { looks, saliency: salient && (await reduced(salient)), ware }

  const agreement = softOverlap(looks[1], looks[2]).overlap
  const inferred: SoftMask[] = [rough, ...masks]
  if (agreement < AGREED) {
    inferred.push(alone(await inferMask(small, network, TRAINED_SIDE)))
    if (salient) inferred.push(salient)
  }
  const pool: [Candidate['source'], BinaryMask][] = [['first', first]]
  for (const [i, soft] of inferred.entries()) pool.push([i, await filled(soft)])
  for (const region of grown) pool.push(['grown', region])
  if (ware) for (const one of await wareCandidates(copy, ware, first)) pool.push(['ware', one])
  const candidates = distinct(pool).flatMap(([source, one]): Candidate[] => {
    const features = candidateFeatures(analysis, one, first, opinions)
    return features ? [{ ...one, source, features }] : []
  })
  return {
    candidates,
    async draw({ source, ...chosen }) {
      if (source === 'first') return undefined
      if (source === 'grown') return joinGrown(mask, chosen)
      if (source === 'ware') return joinWare(mask, first, chosen)
      return { ...mask, alpha: await resizeMask(inferred[source], mask) }
    },
  }
}

const asBinary = (plane: Float32Array, { width, height }: Size): BinaryMask =>
  fillHoles({ bits: maskBits(plane.length, (i) => plane[i] > HALF), width, height })

/** The masks that are large enough and not nearly the same as an earlier one. */
function distinct(pool: readonly [Candidate['source'], BinaryMask][]): [Candidate['source'], BinaryMask][] {
  const kept: { readonly one: [Candidate['source'], BinaryMask]; readonly area: number }[] = []
  for (const one of pool) {
    const area = countBits(one[1])
    if (area < MIN_PIXELS) continue
    const isSame = (other: (typeof kept)[number]) =>
      // Masks of different areas cannot overlap by more than the smaller's share of the larger.
      Math.min(area, other.area) > SAME * Math.max(area, other.area) &&
      overlapOfBits(other.one[1].bits, one[1].bits) > SAME
    if (!kept.some(isSame)) kept.push({ one, area })
  }
  return kept.map(({ one }) => one)
}

/** The first mask with a region that was grown on the small copy, its outline smoothed. */
async function joinGrown(mask: SoftMask, { bits, width, height }: BinaryMask): Promise<SoftMask> {
  const smooth = boxMean(Float32Array.from(bits), width, height, 1)
  const region = { alpha: Uint8Array.from(smooth, (value) => Math.round(255 * value)), width, height }
  const enlarged = await resizeMask(region, mask)
  // The ramp of the enlargement is several pixels wide. Twice the contrast leaves an edge of about two.
  const alpha = mask.alpha.map((value, i) => Math.max(value, Math.min(255, Math.max(0, 2 * enlarged[i] - 128))))
  return { ...mask, alpha }
}
