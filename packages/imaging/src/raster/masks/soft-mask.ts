import type { Size } from '../geometry.ts'

/** How much each pixel belongs to something: 0 (not at all) to 255 (wholly), row by row. */
export interface SoftMask extends Size {
  readonly alpha: Uint8Array
}
