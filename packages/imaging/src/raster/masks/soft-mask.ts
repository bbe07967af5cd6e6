import type { Size } from '../geometry.ts'
import type { BinaryMask } from './binary-mask.ts'

/** How much each pixel belongs to something: 0 (not at all) to 255 (wholly), row by row. */
export interface SoftMask extends Size {
  readonly alpha: Uint8Array
}

/** The pixels whose alpha is at least `min`, which is between 1 and 255. */
export function thresholdMask({ alpha, width, height }: SoftMask, min: number): BinaryMask {
  const bits = new Uint8Array(alpha.length)
  const done = alpha.byteOffset % 4 === 0 ? thresholdWords(alpha, bits, min) : 0
  for (let i = done; i < bits.length; i++) bits[i] = alpha[i] >= min ? 1 : 0
  return { bits, width, height }
}

/**
 * Compares four values at once, each in a byte of a word. With the addend, a value of at least the minimum sets the highest bit of
 * its byte. That bit does not take part in the sum, so nothing is carried into the next byte.
 *
 * @returns how many values were compared: all but the last ones that fill no word
 */
function thresholdWords(alpha: Uint8Array, bits: Uint8Array, min: number): number {
  const from = new Uint32Array(alpha.buffer, alpha.byteOffset, alpha.length >> 2)
  const to = new Uint32Array(bits.buffer, 0, from.length)
  const isHigh = min > 128
  const addend = (isHigh ? 256 - min : 128 - min) * 0x01_01_01_01
  for (let word = 0; word < from.length; word++) {
    const values = from[word]
    const sums = ((values & 0x7f_7f_7f_7f) + addend) | 0
    to[word] = ((isHigh ? sums & values : sums | values) >>> 7) & 0x01_01_01_01
  }
  return 4 * from.length
}
