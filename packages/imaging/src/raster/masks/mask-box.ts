import type { Box, Size } from '../geometry.ts'

/**
 * The smallest box that holds every pixel of a mask.
 *
 * @param values of the mask, row by row
 * @param from the value from which a pixel belongs to the mask
 * @returns undefined if the mask is empty
 */
export function maskBox(values: Uint8Array, { width, height }: Size, from: number): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (values[i] < from) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
