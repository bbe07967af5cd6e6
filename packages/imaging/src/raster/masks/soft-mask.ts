import type { Size } from '../geometry.ts'
import { type BinaryMask, maskBits } from './binary-mask.ts'

/** How much each pixel belongs to something: 0 (not at all) to 255 (wholly), row by row. */
export interface SoftMask extends Size {
  readonly alpha: Uint8Array
}

/** The pixels whose alpha is at least `min`. */
export const thresholdMask = ({ alpha, width, height }: SoftMask, min: number): BinaryMask => ({
  bits: maskBits(alpha.length, (i) => alpha[i] >= min),
  width,
  height,
})
