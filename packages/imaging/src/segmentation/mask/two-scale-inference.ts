import type { Network } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { inferMask, TRAINED_SIDE } from './infer-mask.ts'
import { type FusedMask, fuseScales } from './multi-scale-fusion.ts'

/**
 * Sides of the two squares. On the coarse one a network sees a plate whole of which it marks only the food on the fine
 * one; on the fine one it sees stems and handles. Both together take less time than the square that it was trained on.
 */
const COARSE_SIDE = 512
const FINE_SIDE = 768

/** The fused mask of two scales, and the mask of each. */
export interface TwoScales extends FusedMask {
  readonly looks: readonly [coarse: SoftMask, fine: SoftMask]
}

/**
 * The mask that a cut-out network gives an analysis copy: two scales fused, or one for a network of a fixed size.
 *
 * @param small RGB
 */
export async function inferAtTwoScales(small: Pixels, network: Network): Promise<SoftMask | TwoScales> {
  if (!network.anySize) return inferMask(small, network, TRAINED_SIDE)
  const coarse = await inferMask(small, network, COARSE_SIDE)
  const fine = await inferMask(small, network, FINE_SIDE)
  return { ...fuseScales(coarse, fine), looks: [coarse, fine] }
}
