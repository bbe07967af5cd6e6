import type { Network } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { inferSaliency } from '../witness/infer-saliency.ts'
import { inferMask, TRAINED_SIDE } from './infer-mask.ts'
import { type FusedMask, fuseScales } from './multi-scale-fusion.ts'

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
  /** The look on the third square, as a square. */
  readonly rough: SoftMask
  /** What stands out, in the size of the picture; undefined if no saliency network is installed. */
  readonly salient: SoftMask | undefined
}

/** The fused mask of two scales, the mask of each, and the opinions that networks are working on meanwhile. */
export interface TwoScales extends FusedMask {
  readonly looks: readonly [coarse: SoftMask, fine: SoftMask]
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
  if (!network.anySize) return inferMask(small, network, TRAINED_SIDE)
  const looks = [inferMask(small, network, COARSE_SIDE), inferMask(small, network, FINE_SIDE)] as const
  // Runs follow one another. What is asked after the coarse look waits behind the fine one, and is worked on while that is fused.
  const opinions = looks[0].then(() => askFurther(small, network, saliency))
  // An error waits here for `await opinions`. Without this line, Node would end the process if a look failed first.
  opinions.catch(() => {})
  const [coarse, fine] = await Promise.all(looks)
  return { ...fuseScales(coarse, fine), looks: [coarse, fine], opinions }
}

async function askFurther(small: Pixels, network: Network, saliency: Network | undefined): Promise<FurtherOpinions> {
  const [rough, salient] = await Promise.all([
    inferMask(small, network, ROUGH_SIDE, { width: ROUGH_SIDE, height: ROUGH_SIDE }),
    saliency && inferSaliency(small, saliency),
  ])
  return { rough, salient }
}
