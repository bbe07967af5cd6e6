import type { BinaryMask } from './binary-mask.ts'

/** Steps along a row or column, and across. */
const STRAIGHT = 1
const DIAGONAL = 4 / 3

/**
 * The distance of each pixel of a mask to the nearest pixel outside it, in pixels. The mask is taken to continue beyond the
 * borders of the picture, so a dish that the photo cuts has no rim there. A 3-4 chamfer transform (Borgefors 1986) in two
 * passes, within 6 % of the true distance.
 */
export function distanceTransform({ bits, width, height }: BinaryMask): Float32Array {
  const far = width + height
  const distance = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) distance[i] = bits[i] === 0 ? 0 : far
  sweep(distance, width, height, 1)
  sweep(distance, width, height, -1)
  return distance
}

/** One pass: looks at the four neighbours that it has visited. `step` is 1 downwards, −1 upwards. */
function sweep(distance: Float32Array, width: number, height: number, step: 1 | -1): void {
  const [first, last] = step === 1 ? [0, width - 1] : [width - 1, 0]
  const back = step * width
  for (let row = 0; row < height; row++) {
    const y = step === 1 ? row : height - 1 - row
    for (let column = 0, i = y * width + first; column < width; column++, i += step) {
      let least = distance[i]
      if (least === 0) continue
      const x = i - y * width
      if (x !== first && distance[i - step] + STRAIGHT < least) least = distance[i - step] + STRAIGHT
      if (row > 0) {
        const before = i - back
        if (distance[before] + STRAIGHT < least) least = distance[before] + STRAIGHT
        if (x !== first && distance[before - step] + DIAGONAL < least) least = distance[before - step] + DIAGONAL
        if (x !== last && distance[before + step] + DIAGONAL < least) least = distance[before + step] + DIAGONAL
      }
      distance[i] = least
    }
  }
}
