import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** How far to both sides of the outline colours are compared, in pixels, and at every which pixel of it. */
const REACH = 5
const STRIDE = 3
/** Difference of colour (of 255) between inside and outside that is seen as an edge. */
const SEEN = 14

/**
 * How much of a mask's outline the picture draws too: where the mean colours on both sides of it differ. It is judged
 * from the picture alone, so it can confirm a mask that its finder was unsure of.
 *
 * @param small RGB, of the mask's size
 * @returns 0–1; 0 where there is no outline within the frame
 */
export function outlineContrast({ data }: Pixels, { bits, width, height }: BinaryMask): number {
  let [all, seen, turn] = [0, 0, 0]
  for (let y = REACH; y < height - REACH; y++) {
    for (let x = REACH; x < width - REACH; x++) {
      const i = y * width + x
      if (!bits[i] || (bits[i - 1] && bits[i + 1] && bits[i - width] && bits[i + width])) continue
      if (turn++ % STRIDE !== 0) continue
      all++
      if (differs(data, bits, width, i)) seen++
    }
  }
  return all === 0 ? 0 : seen / all
}

function differs(data: Uint8Array, bits: Uint8Array, width: number, at: number): boolean {
  const sums = [0, 0, 0, 0, 0, 0]
  const counts = [0, 0]
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const i = at + dy * width + dx
      const side = bits[i]
      counts[side] += 1
      for (let c = 0; c < 3; c++) sums[3 * side + c] += data[3 * i + c]
    }
  }
  const [out, within] = counts
  if (out === 0 || within === 0) return false
  return Math.hypot(...[0, 1, 2].map((c) => sums[c] / out - sums[3 + c] / within)) > SEEN
}
