import type { BinaryMask } from '../../raster/masks/binary-mask.ts'

/** The ware network is taken to be no surer than this, so that a pixel in which it is wrong costs no more than a few others. */
const SUREST = 0.98

/**
 * How likely a mask is by what the ware network sees: the mean logarithm of the probability that a pixel belongs where the
 * mask has it. Unlike an overlap it forgives a mask where the network is unsure, as of a plate that it half sees.
 *
 * @param ware how likely each pixel is dish or ware, 0–1, of the mask's size
 * @returns 0 at best
 */
export function wareLikelihood(ware: Float32Array, { bits }: BinaryMask): number {
  let sum = 0
  for (let i = 0; i < bits.length; i++) {
    sum += Math.log(Math.min(SUREST, Math.max(1 - SUREST, bits[i] ? ware[i] : 1 - ware[i])))
  }
  return sum / bits.length
}
