import type { Size } from './geometry.ts'

/**
 * A decoded picture: upright, sRGB, 8 bits a channel, rows packed without padding.
 * `data.length === width * height * channels`; a fourth channel is straight (not premultiplied) alpha.
 */
export interface Pixels extends Size {
  readonly data: Uint8Array
  readonly channels: 3 | 4
}
