import type { Network } from '../../network-port.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { SoftMask } from './component-filter.ts'
import { look, TAUGHT_SIDE } from './infer-mask.ts'
import { type JoinedMask, joined } from './multi-scale-fusion.ts'

/**
 * Sides of the two looks at a picture. From afar a network sees a plate whole of which, from near, it marks only the
 * food; from near it sees stems and handles. Together they take less time than one look at the side it was taught on.
 */
const FAR_SIDE = 512
const NEAR_SIDE = 768

/**
 * The mask that a cut-out network gives a small copy.
 *
 * @param small RGB
 */
export async function askNetwork(small: Pixels, network: Network): Promise<SoftMask | JoinedMask> {
  if (!network.anySize) return look(small, network, TAUGHT_SIDE)
  const far = await look(small, network, FAR_SIDE)
  return joined(far, await look(small, network, NEAR_SIDE))
}
