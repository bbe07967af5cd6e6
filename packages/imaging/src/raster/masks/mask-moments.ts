import type { BinaryMask } from './binary-mask.ts'

/** How much of a mask there is, where, and how far it spreads. */
export interface MaskMoments {
  /** Pixels of the mask that were looked at. */
  readonly count: number
  /** Their mean, as indices of pixels: 0 is the first pixel and not its left border. */
  readonly x: number
  readonly y: number
  /** Variances and covariance, in squared pixels. */
  readonly xx: number
  readonly xy: number
  readonly yy: number
}

/**
 * The moments of a mask.
 *
 * @param every the step, in pixels and rows
 * @returns undefined if none is in the mask
 */
export function maskMoments({ bits, width, height }: BinaryMask, every = 1): MaskMoments | undefined {
  let [count, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
  for (let y = 0; y < height; y += every) {
    for (let x = 0; x < width; x += every) {
      if (bits[y * width + x] === 0) continue
      count++
      sx += x
      sy += y
      sxx += x * x
      sxy += x * y
      syy += y * y
    }
  }
  if (count === 0) return undefined
  const [x, y] = [sx / count, sy / count]
  return { count, x, y, xx: sxx / count - x * x, xy: sxy / count - x * y, yy: syy / count - y * y }
}
