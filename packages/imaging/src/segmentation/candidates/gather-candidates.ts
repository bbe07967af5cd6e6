import { analyseColours } from '../../colour/colour-analysis.ts'
import type { Network, Tensor } from '../../network-port.ts'
import { type Box, growBox, holds, type Size } from '../../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { fillHoles } from '../../raster/masks/mask-components.ts'
import { dilate, erode, openMask } from '../../raster/masks/morphology.ts'
import { maskPlane, resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { inferByEvidence } from '../detector/infer-by-evidence.ts'
import { removeCutNeighbours } from '../detector/remove-cut-neighbours.ts'
import { BOX_PLAY, boxInPixels } from '../hint-places.ts'
import { inferMask, TRAINED_SIDE } from '../mask/infer-mask.ts'
import type { FurtherOpinions } from '../mask/two-scale-inference.ts'
import { Hint, partByColours } from '../part-by-colours.ts'
import type { Sought } from '../subject-hint.ts'
import {
  type Candidate,
  candidateFeatures,
  countBits,
  firstCandidate,
  type Opinions,
  softOverlap,
} from './candidate-features.ts'
import { growWare } from './grow-ware.ts'
import { limitToBox } from './limit-to-box.ts'

/** Long side of the copy on which candidates are compared. */
const SIDE = 256
/** Overlap of two predictions below which others are asked for: a large prediction, and what stands out as a mask. */
const AGREED = 0.9
/** A smaller mask is no candidate. */
const MIN_PIXELS = 30
const HALF = 0.5
/** What a box says, in log odds, against every candidate where its colours are asked too. */
const UNLIKE = 2

/** The masks of two predictions, fused and cleaned up. */
export interface FirstMask extends SoftMask {
  readonly predictions: readonly SoftMask[]
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
 * Gathers the masks that could be the subject: the first mask, single predictions, and what the ware network suggests. Where two
 * predictions disagree, the network is asked again on a larger square.
 *
 * @param small RGB, of the masks' size
 * @param sought a box limits the candidates to it
 */
export async function gatherCandidates(
  small: Pixels,
  { predictions: masks, ...mask }: FirstMask,
  { network, opinions: asked, ware: adviser }: Advisers,
  { withNeighbours, box }: Sought = {},
): Promise<GatheredCandidates> {
  const alone = withNeighbours ? (soft: SoftMask) => soft : removeCutNeighbours
  const copy = await makeAnalysisCopy(small, SIDE)
  const size = { width: copy.width, height: copy.height }
  const reduced = async (soft: SoftMask) => (await maskPlane(soft, size)).data
  const analysis = analyseColours(copy)
  const filled = async (soft: SoftMask) => asBinary(await reduced(soft), size)
  const first = firstCandidate(await filled(mask))
  const reducedPredictions = await Promise.all(masks.map(reduced))
  const further = await asked
  const rough = alone({ ...size, alpha: await resizeMask(further.rough, size) })
  const salient = further.salient && alone(further.salient)
  const predictions = [await reduced(rough), ...reducedPredictions]
  const evidence = { predictions: [rough, masks[0] ?? rough] as const, saliency: salient }
  const seen = adviser && (await inferWare(small, { ...evidence, maps: adviser.maps }, adviser.network))
  const ware = seen && (await reduced(alone(seen)))
  const opinions: Opinions = { predictions, saliency: salient && (await reduced(salient)), ware }

  const agreement = softOverlap(predictions[1], predictions[2]).overlap
  const inferred: SoftMask[] = [rough, ...masks]
  if (agreement < AGREED) {
    inferred.push(alone(await inferMask(small, network, TRAINED_SIDE)))
    if (salient) inferred.push(salient)
  }
  const pool: [Candidate['source'], BinaryMask][] = [['first', first]]
  for (const [i, soft] of inferred.entries()) pool.push([i, await filled(soft)])
  for (const region of growWare(analysis, first)) pool.push(['grown', region])
  if (ware) for (const one of wareCandidates(copy, ware)) pool.push(['ware', one])
  // Those that a box limits, as they were before.
  const whole = new Map<BinaryMask, BinaryMask>()
  const measure = ([source, one]: (typeof pool)[number]): Candidate[] => {
    const limited = box ? limitToBox(one, boxInPixels(box, size)) : one
    if (countBits(limited) < MIN_PIXELS) return []
    const features = candidateFeatures(analysis, limited, first, opinions)
    if (!features) return []
    const candidate = { ...limited, source, features }
    if (box) whole.set(candidate, one)
    return [candidate]
  }
  const candidates = pool.flatMap(measure)
  if (box && candidates.every(({ off = 0 }) => off > UNLIKE)) {
    candidates.push(...measure(['parted', partInBox(copy, boxInPixels(box, size))]))
  }
  return {
    candidates,
    async draw(candidate) {
      const { source } = candidate
      if (source === 'ware' || source === 'parted') return joinWare(mask, first, candidate)
      const before = whole.get(candidate)
      if (source === 'first') return before && joinWare(mask, before, candidate)
      const drawn =
        source === 'grown'
          ? await joinGrown(mask, before ?? candidate)
          : { ...mask, alpha: await resizeMask(inferred[source], mask) }
      return before ? joinWare(drawn, before, candidate) : drawn
    },
  }
}

const asBinary = (plane: Float32Array, { width, height }: Size): BinaryMask =>
  fillHoles({ bits: maskBits(plane.length, (i) => plane[i] > HALF), width, height })

/** The first mask with a region that was grown on the small copy, its outline smoothed. */
async function joinGrown(mask: SoftMask, { bits, width, height }: BinaryMask): Promise<SoftMask> {
  const smooth = boxMean(Float32Array.from(bits), width, height, 1)
  const region = { alpha: Uint8Array.from(smooth, (value) => Math.round(255 * value)), width, height }
  const enlarged = await resizeMask(region, mask)
  // The ramp of the enlargement is several pixels wide. Twice the contrast leaves an edge of about two.
  const alpha = mask.alpha.map((value, i) => Math.max(value, Math.min(255, Math.max(0, 2 * enlarged[i] - 128))))
  return { ...mask, alpha }
}

/** How far beyond a region that differs its mask is taken, in pixels of the small copy. */
const SEAM = 2

/**
 * A fine mask with the regions in which a coarse one differs from it. Where both agree within a pixel of the small copy the
 * fine outline stays, because the coarse one is drawn on the small copy.
 *
 * @param fine the mask that would be taken without candidates
 * @param first the same on the small copy
 * @param chosen the coarse mask, on the small copy
 * @returns a mask of the size of `fine`
 */
export async function joinWare(fine: SoftMask, first: BinaryMask, chosen: BinaryMask): Promise<SoftMask> {
  const { width, height } = chosen
  const difference = (one: Uint8Array, other: Uint8Array): Uint8Array => {
    const bits = maskBits(one.length, (i) => one[i] > other[i])
    return dilate(openMask({ bits, width, height }, 1), SEAM).bits
  }
  const added = difference(chosen.bits, first.bits)
  const removed = difference(first.bits, chosen.bits)
  const enlarged = (plane: Float32Array) =>
    resizeMask(
      { alpha: Uint8Array.from(boxMean(plane, width, height, 1), (v) => Math.round(255 * v)), width, height },
      fine,
    )
  const region = await enlarged(Float32Array.from(chosen.bits))
  const weight = await enlarged(Float32Array.from(added, (bit, i) => bit | (removed[i] ?? 0)))
  const alpha = fine.alpha.map((value, i) => {
    // The ramp of the enlargement is several pixels wide. Twice the contrast leaves an edge of about two.
    const coarse = Math.min(255, Math.max(0, 2 * (region[i] ?? 0) - 128))
    return value + ((coarse - value) * (weight[i] ?? 0)) / 255
  })
  return { ...fine, alpha }
}

/** Shares from which a pixel belongs to a candidate. */
const THRESHOLDS = [0.35, 0.5, 0.65] as const
/** How far the outline may move to the picture's colours, as a share of the long side, and shares that are certain there too. */
const SNAP = 0.03
const CERTAIN = { dish: 0.9, table: 0.08 } as const
/**
 * Masks that the ware network suggests: where it is sure enough, and its outline moved to the picture's colours.
 *
 * @param copy RGB
 * @param ware how likely each pixel is dish or ware, 0–1, of the copy's size
 */
export function wareCandidates(copy: Pixels, ware: Float32Array): BinaryMask[] {
  const { width, height } = copy
  const above = (threshold: number): BinaryMask =>
    fillHoles({ bits: maskBits(ware.length, (i) => ware[i] > threshold), width, height })
  return [snapToColours(copy, ware, above(HALF)), ...THRESHOLDS.map(above)]
}

/** Moves an outline to where the colours change, within a narrow band. */
function snapToColours(copy: Pixels, ware: Float32Array, half: BinaryMask): BinaryMask {
  const { width, height } = copy
  const reach = Math.max(2, Math.round(SNAP * Math.max(width, height)))
  const [core, near] = [erode(half, reach).bits, dilate(half, reach).bits]
  const hints = half.bits.map((bit, i) => {
    if (core[i] || ware[i] > CERTAIN.dish) return Hint.foreground
    if (!near[i] || ware[i] < CERTAIN.table) return Hint.background
    return bit ? Hint.probableForeground : Hint.probableBackground
  })
  return parted(copy, hints)
}

/** Radius in diameters of the ellipse about a box whose colours are first taken for the subject's, and rounds until they settle. */
const ABOUT = 0.55
const ROUNDS = 6

/** What differs by its colours from all that lies around a box (as in GrabCut, Rother et al. 2004). */
function partInBox(copy: Pixels, box: Box): BinaryMask {
  const { width, height } = copy
  const area = growBox(box, BOX_PLAY * box.width, BOX_PLAY * box.height, copy)
  const hints = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
    if (!holds(area, x, y)) return Hint.background
    const radius = Math.hypot((x - box.left) / box.width - 0.5, (y - box.top) / box.height - 0.5)
    return radius < ABOUT ? Hint.probableForeground : Hint.probableBackground
  })
  return parted(copy, hints, ROUNDS)
}

const parted = (copy: Pixels, hints: Uint8Array, rounds?: number): BinaryMask =>
  fillHoles(openMask(fillHoles({ ...copy, bits: partByColours(copy, hints, rounds) }), 1))

/** What the network judges by, beside the picture. */
interface WareEvidence {
  /** Of the cut-out network, on squares of 256 and of 512 pixels. */
  readonly predictions: readonly [rough: SoftMask, coarse: SoftMask]
  /** The second opinion, if the saliency network is installed. */
  readonly saliency: SoftMask | undefined
  /** Of the detector, as `detectWithMaps` returns them. */
  readonly maps: readonly Tensor[]
}

/**
 * Where the dish with its ware is, by a small network that was trained on nothing else. It knows plates that the cut-out
 * network leaves out, and it is coarse at the outline.
 *
 * @param small RGB
 * @param network for the use `ware`
 * @returns how likely each pixel belongs to it, 0–255, in the size of the picture
 * @throws Error when the detector's maps are others than those of training
 * @example const { alpha } = await inferWare(small, { predictions, saliency, maps }, network)
 */
export const inferWare = (
  small: Pixels,
  { predictions, saliency, maps }: WareEvidence,
  network: Network,
): Promise<SoftMask> => inferByEvidence(small, { masks: [...predictions, saliency], maps }, network)
