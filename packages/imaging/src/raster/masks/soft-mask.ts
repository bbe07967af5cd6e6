import type { Size } from '../geometry.ts'
import type { BinaryMask } from './binary-mask.ts'

/** How much each pixel belongs to something: 0 (not at all) to 255 (wholly), row by row. */
export interface SoftMask extends Size {
  readonly alpha: Uint8Array
}

/** The pixels whose alpha is at least `min`. */
export function thresholdMask({ alpha, width, height }: SoftMask, min: number): BinaryMask {
  const bits = new Uint8Array(alpha.length)
  for (let i = 0; i < bits.length; i++) bits[i] = alpha[i] >= min ? 1 : 0
  return { bits, width, height }
}
