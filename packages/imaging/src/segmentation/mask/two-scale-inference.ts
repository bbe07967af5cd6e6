import type { Network } from '../../network-port.ts'
import { type BinaryMask, bitsWithout } from '../../raster/masks/binary-mask.ts'
import { bitsOfComponents, countInComponents, findComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode, openMask } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { inferSaliency } from '../detector/infer-saliency.ts'
import { inferMask, sideOf } from './infer-mask.ts'

/**
 * Sides of the two squares. On the coarse one a network sees a plate whole of which it marks only the food on the fine
 * one; on the fine one it sees stems and handles. Both together take less time than the square that it was trained on.
 */
const COARSE_SIDE = 512
const FINE_SIDE = 768

/** Side of the third square. On it a network mostly sees whole plates, and only roughly where they end. */
const ROUGH_SIDE = 256

/** What else is asked about a picture, of the networks alone. */
export interface FurtherOpinions {
  /** The prediction on the third square, as a square. */
  readonly rough: SoftMask
  /** What stands out, in the size of the picture; undefined if no saliency network is installed. */
  readonly salient: SoftMask | undefined
}

/** The fused mask of two scales, the mask of each, and the opinions that networks are working on meanwhile. */
export interface TwoScales extends FusedMask {
  readonly predictions: readonly [coarse: SoftMask, fine: SoftMask]
  readonly opinions: Promise<FurtherOpinions>
}

/**
 * The mask that a cut-out network gives an analysis copy: two scales fused, or one for a network of a fixed size.
 *
 * @param small RGB
 * @param saliency the second opinion, if it is installed
 */
export async function inferAtTwoScales(
  small: Pixels,
  network: Network,
  saliency: Network | undefined,
): Promise<SoftMask | TwoScales> {
  if (!network.anySize) return inferMask(small, network, sideOf(network))
  const predictions = [inferMask(small, network, COARSE_SIDE), inferMask(small, network, FINE_SIDE)] as const
  // Runs follow one another. What is asked after the coarse prediction waits behind the fine one, and is worked on while that
  // is fused.
  const opinions = predictions[0].then(() => askFurther(small, network, saliency))
  // An error waits here for `await opinions`. Without this line, Node would end the process if a prediction failed first.
  opinions.catch(() => {})
  const [coarse, fine] = await Promise.all(predictions)
  return { ...fuseScales(coarse, fine), predictions: [coarse, fine], opinions }
}

async function askFurther(small: Pixels, network: Network, saliency: Network | undefined): Promise<FurtherOpinions> {
  const [rough, salient] = await Promise.all([
    inferMask(small, network, ROUGH_SIDE, { width: ROUGH_SIDE, height: ROUGH_SIDE }),
    saliency && inferSaliency(small, saliency),
  ])
  return { rough, salient }
}

/** Half the width of the band along an outline in which the fine scale decides, as a share of the long side. */
const EDGE = 0.008
/** At least this many pixels, on a small copy. */
const MIN_EDGE = 2
/**
 * What only the coarse scale sees is dropped where it is thinner than twice this share: the fine scale sees thin
 * things.
 */
const THIN = 0.02
/** Alpha from which a scale hints at something, half sees it, sees it, and is sure of it. */
const HINT = 24
const HALF_SEEN = 64
const SEEN = 128
const SURE = 200
/** Alpha from which a pixel counts for the agreement. */
const NOTED = 96
/** Width of the soft edge around what is sure, in pixels. */
const SOFT_EDGE = 3
/** Share of a half-seen component that must be sure or close to it, and share of a thin one that must be hinted at. */
const FIRM_SHARE = 0.6
const HINTED_SHARE = 0.25
/**
 * A component is slender if a square of this half side does not fit in; in radii of a disc of its area, which takes
 * 0.7.
 */
const SLENDER = 0.45
/** Share of the picture below which a component is a speck. */
const SPECK = 0.0008

/** The mask of two scales. */
interface FusedMask extends SoftMask {
  /**
   * Share of what either scale notes that either is sure of: 0–1. A plate that only one scale sees clearly does not lower
   * it.
   */
  readonly agreement: number
}

/**
 * Fuses the masks of two scales. The result holds what either is sure of, with the edges of the fine one wherever it has
 * them. The interior of the coarse mask stays whole where the fine one outlines only the food. Dropped are what one scale
 * half sees and the other does not, and thin or slender things that only the coarse one sees, such as a cloth or a
 * reflection.
 *
 * @param coarse of the smaller square, on which plates are seen whole
 * @param fine of the larger square; here both masks have the same size
 */
export function fuseScales(coarse: SoftMask, fine: SoftMask): FusedMask {
  const { width, height } = fine
  const radius = Math.max(MIN_EDGE, Math.round(EDGE * Math.max(width, height)))
  const edges = removeSmears(fine, coarse, radius)
  const whole = removeStrays(removeSmears(coarse, fine, radius), edges, radius)
  const drawn = thresholdMask(edges, SEEN)
  const around = dilate(drawn, radius).bits
  const within = erode(drawn, radius).bits
  const seenWhole = thresholdMask(whole, SEEN)
  const deep = erode(seenWhole, radius).bits
  // Beyond the fine outline the coarse mask is added with its soft edge, but not where it is nothing but that edge.
  const added = dilate({ bits: bitsWithout(seenWhole.bits, around), width, height }, radius).bits
  const alpha = new Uint8Array(edges.alpha)
  for (let i = 0; i < alpha.length; i++) {
    const isEdge = around[i] === 1 && within[i] === 0
    const isFine = isEdge ? deep[i] === 0 : around[i] === 0 && added[i] === 0
    if (!isFine && whole.alpha[i] > alpha[i]) alpha[i] = whole.alpha[i]
  }
  return { alpha, width, height, agreement: measureAgreement(coarse, fine) }
}

function measureAgreement(one: SoftMask, other: SoftMask): number {
  let [noted, sure] = [0, 0]
  for (let i = 0; i < one.alpha.length; i++) {
    const most = Math.max(one.alpha[i], other.alpha[i])
    if (most >= NOTED) noted++
    if (most >= SURE) sure++
  }
  return noted === 0 ? 0 : sure / noted
}

/** A mask without what it half sees and the other mask does not; the other's edge takes its place. */
function removeSmears(mask: SoftMask, other: SoftMask, radius: number): SoftMask {
  const { width, height } = mask
  const known = dilate(thresholdMask(other, SEEN), radius).bits
  const bits = bitsWithout(thresholdMask(mask, HALF_SEEN).bits, known)
  const firm = dilate(thresholdMask(mask, SURE), SOFT_EDGE).bits
  const smeared = unsupportedComponents({ bits, width, height }, firm, FIRM_SHARE)
  // Up to the other mask's edge, which lies one radius away from what it does not see.
  const near = dilate({ bits: smeared, width, height }, 2 * radius).bits
  const alpha = new Uint8Array(mask.alpha)
  for (let i = 0; i < alpha.length; i++) if (near[i] && other.alpha[i] < alpha[i]) alpha[i] = other.alpha[i]
  return { alpha, width, height }
}

/** The coarse mask without thin parts that the fine one does not hint at, and without isolated slender components. */
function removeStrays(coarse: SoftMask, fine: SoftMask, radius: number): SoftMask {
  const { width, height } = coarse
  const seen = thresholdMask(coarse, SEEN)
  const thick = dilate(openMask(seen, Math.max(radius, Math.round(THIN * Math.max(width, height)))), radius).bits
  const hinted = dilate(thresholdMask(fine, HINT), radius).bits
  const thin: BinaryMask = { width, height, bits: bitsWithout(seen.bits, thick) }
  const strays = unsupportedComponents(thin, hinted, HINTED_SHARE)
  const isolated = isolatedSlenderComponents(seen, fine)
  const kept = bitsWithout(bitsWithout(seen.bits, strays), isolated)
  const edged = dilate({ width, height, bits: kept }, SOFT_EDGE).bits
  const alpha = new Uint8Array(coarse.alpha)
  for (let i = 0; i < alpha.length; i++) if (!kept[i] && (!edged[i] || seen.bits[i])) alpha[i] = 0
  return { alpha, width, height }
}

/** The components of a mask of which less than a share is supported. */
function unsupportedComponents(mask: BinaryMask, support: Uint8Array, share: number): Uint8Array {
  const components = findComponents(mask, 1)
  const supported = countInComponents(components, (i) => support[i] === 1)
  const lacks = components.areas.map((area, label) => (supported[label] < share * area ? 1 : 0))
  return bitsOfComponents(components, lacks, mask.bits.length)
}

/** The slender components of a mask in which the other mask sees nothing. */
function isolatedSlenderComponents(mask: BinaryMask, other: SoftMask): Uint8Array {
  const { width, height } = mask
  const components = findComponents(mask, 1)
  const met = countInComponents(components, (i) => other.alpha[i] >= SEEN)
  const size = mask.bits.length
  const isolated = components.areas.map((area, label) => {
    // Specks are left to the clean-up, which costs less.
    if (label === 0 || met[label] > 0 || area < SPECK * size) return 0
    const only = components.areas.map((_, at) => (at === label ? 1 : 0))
    const bits = bitsOfComponents(components, only, size)
    const reach = Math.max(1, Math.round(SLENDER * Math.sqrt(area / Math.PI)))
    return erode({ bits, width, height }, reach).bits.includes(1) ? 0 : 1
  })
  return bitsOfComponents(components, isolated, size)
}
