import type { Network } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
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

/** What a cut-out network sees, and the opinions that networks are working on meanwhile. */
export interface Predictions {
  /** On the coarse and on the fine square, or on one for a network of a fixed size. */
  readonly predictions: readonly [only: SoftMask] | readonly [coarse: SoftMask, fine: SoftMask]
  /** Only with two of them. */
  readonly opinions: Promise<FurtherOpinions> | undefined
}

/**
 * Asks a cut-out network about an analysis copy.
 *
 * @param small RGB
 * @param saliency the second opinion, if it is installed
 */
export async function predictScales(
  small: Pixels,
  network: Network,
  saliency: Network | undefined,
): Promise<Predictions> {
  if (!network.anySize) {
    return { predictions: [await inferMask(small, network, sideOf(network))], opinions: undefined }
  }
  const predictions = [inferMask(small, network, COARSE_SIDE), inferMask(small, network, FINE_SIDE)] as const
  // Runs follow one another. What is asked after the coarse prediction waits behind the fine one, and is worked on while that
  // is fused.
  const opinions = predictions[0].then(() => askFurther(small, network, saliency))
  // An error waits here for `await opinions`. Without this line, Node would end the process if a prediction failed first.
  opinions.catch(() => {})
  return { predictions: await Promise.all(predictions), opinions }
}

async function askFurther(small: Pixels, network: Network, saliency: Network | undefined): Promise<FurtherOpinions> {
  const [rough, salient] = await Promise.all([
    inferMask(small, network, ROUGH_SIDE, { width: ROUGH_SIDE, height: ROUGH_SIDE }),
    saliency && inferSaliency(small, saliency),
  ])
  return { rough, salient }
}

/**
 * Fuses the masks of two scales by their mean: what one is sure of and the other half sees stays, and what only one half sees goes.
 *
 * @param coarse of the smaller square, on which plates are seen whole
 * @param fine of the larger square, of the same size
 */
export const fuseScales = ({ alpha }: SoftMask, fine: SoftMask): SoftMask => ({
  ...fine,
  alpha: fine.alpha.map((value, i) => (value + alpha[i] + 1) >> 1),
})
