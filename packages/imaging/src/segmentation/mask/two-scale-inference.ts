import type { Network } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { inferMask, TRAINED_SIDE } from './infer-mask.ts'
import { type FusedMask, fuseScales } from './multi-scale-fusion.ts'

/**
 * Sides of the two looks at a picture. From afar a network sees a plate whole of which, from near, it marks only the
 * food; from near it sees stems and handles. Together they take less time than one look at the side it was taught on.
 */
const LOW_SIDE = 512
const HIGH_SIDE = 768

/**
 * The mask that a cut-out network gives a small copy.
 *
 * @param small RGB
 */
export async function inferAtTwoScales(small: Pixels, network: Network): Promise<SoftMask | FusedMask> {
  if (!network.anySize) return inferMask(small, network, TRAINED_SIDE)
  const low = await inferMask(small, network, LOW_SIDE)
  return fuseScales(low, await inferMask(small, network, HIGH_SIDE))
}
