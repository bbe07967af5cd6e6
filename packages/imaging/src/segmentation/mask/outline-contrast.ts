import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** Half side of the window in which colours on both sides are compared. */
const REACH = 5
/** Every how many pixels of the outline a comparison is made. */
const STRIDE = 3
/** Difference of the mean colours (of 255) from which there is an edge. */
const MIN_CONTRAST = 14

/**
 * The share of a mask's outline along which the picture has an edge: where the mean colours on both sides differ. It is
 * measured in the picture alone, so it can confirm a mask of which its finder was unsure.
 *
 * @param small RGB, of the mask's size
 * @returns 0–1; 0 if no outline lies within the frame
 */
export function outlineContrast({ data }: Pixels, { bits, width, height }: BinaryMask): number {
  let [compared, edges, turn] = [0, 0, 0]
  for (let y = REACH; y < height - REACH; y++) {
    for (let x = REACH; x < width - REACH; x++) {
      const i = y * width + x
      if (!bits[i] || (bits[i - 1] && bits[i + 1] && bits[i - width] && bits[i + width])) continue
      if (turn++ % STRIDE !== 0) continue
      compared++
      if (sidesDiffer(data, bits, width, i)) edges++
    }
  }
  return compared === 0 ? 0 : edges / compared
}

/** Whether the mean colours inside and outside the mask differ in the window around a pixel. */
function sidesDiffer(data: Uint8Array, bits: Uint8Array, width: number, at: number): boolean {
  const sums = [0, 0, 0, 0, 0, 0]
  const counts: [outside: number, inside: number] = [0, 0]
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const i = at + dy * width + dx
      const side = bits[i] === 0 ? 0 : 1
      counts[side]++
      for (let c = 0; c < 3; c++) sums[3 * side + c] += data[3 * i + c]
    }
  }
  const [outside, inside] = counts
  if (outside === 0 || inside === 0) return false
  return Math.hypot(...[0, 1, 2].map((c) => sums[c] / outside - sums[3 + c] / inside)) > MIN_CONTRAST
}
