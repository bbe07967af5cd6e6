import { boxMean } from './box-mean.ts'
import type { Plane } from './plane.ts'

/** Blurs a plane about like a Gaussian of the given deviation in pixels, at a cost that does not depend on it. */
export const wideBlur = ({ data, width, height }: Plane, deviation: number): Plane => {
  // Three boxes of radius r have the variance of r · (r + 1).
  const radius = Math.max(1, Math.round(Math.sqrt(deviation * deviation + 0.25) - 0.5))
  if (deviation < 0.5) return { data, width, height }
  let blurred = data
  for (let pass = 0; pass < 3; pass++) blurred = boxMean(blurred, width, height, radius)
  return { data: blurred, width, height }
}
