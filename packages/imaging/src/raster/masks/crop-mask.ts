import { clamp } from '../clamp-and-smoothstep.ts'
import type { Box, Size } from '../geometry.ts'
import type { SoftMask } from './soft-mask.ts'

/**
 * The mask of a part of a photo.
 *
 * @param mask on a copy of the photo of any size
 * @param part a box in the photo's pixels
 */
export function cropMask({ alpha, width, height }: SoftMask, { left, top, ...box }: Box, photo: Size): SoftMask {
  const [across, down] = [width / photo.width, height / photo.height]
  const x = clamp(Math.floor(left * across), 0, width - 1)
  const y = clamp(Math.floor(top * down), 0, height - 1)
  const size = {
    width: clamp(Math.round(box.width * across), 1, width - x),
    height: clamp(Math.round(box.height * down), 1, height - y),
  }
  const part = new Uint8Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = (y + row) * width + x
    part.set(alpha.subarray(from, from + size.width), row * size.width)
  }
  return { alpha: part, ...size }
}
