import type { Network, Tensor } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { inferByEvidence } from './infer-by-evidence.ts'

/** What the network judges by, beside the picture. */
export interface WareEvidence {
  /** Of the cut-out network, on squares of 256 and of 512 pixels. */
  readonly looks: readonly [rough: SoftMask, coarse: SoftMask]
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
 * @example const { alpha } = await inferWare(small, { looks, saliency, maps }, network)
 */
export const inferWare = (
  small: Pixels,
  { looks, saliency, maps }: WareEvidence,
  network: Network,
): Promise<SoftMask> => inferByEvidence(small, { masks: [...looks, saliency], maps }, network)
