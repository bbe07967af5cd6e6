import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { Term } from './alpha-model.ts'
import type { ColourPlanes } from './local-mean-colours.ts'

/** Added to the variance of each colour: contrast below it says nothing about an edge. */
const REGULARIZATION = 2e-4
/** Variance of the mask below which a window holds no edge. */
const MIN_MASK_VARIANCE = 1e-5
/** Share of the mask's variance that colours must explain before they are followed, and from which they are fully. */
const EXPLAINED = [0.35, 0.8] as const

interface FilterOptions {
  readonly width: number
  readonly height: number
  readonly radius: number
  /** How many times larger the picture is than the copy. */
  readonly enlargement: number
}

/**
 * Fits alpha as a linear function of colour in every window (guided filter with a colour guide; He, Sun, Tang 2013) and
 * writes its four coefficients into `terms`. Where colours do not explain the mask, the mask itself is followed.
 *
 * @param mask refined, 0–1
 */
export function fitColourGuidedFilter(
  colours: ColourPlanes,
  mask: Float32Array,
  { width, height, radius, enlargement }: FilterOptions,
  terms: Float32Array,
): void {
  const mean = (plane: Float32Array) => boxMean(plane, width, height, radius)
  const fit = solveWindows(colours, mask, mean)
  const [red, green, blue, offset, explained] = [fit.red, fit.green, fit.blue, fit.offset, fit.explained].map(mean)
  for (let i = 0; i < mask.length; i++) {
    const followed = smoothstep(...EXPLAINED, explained[i])
    // A line drawn from full-size colours needs little sharpening. An enlarged mask needs as much as it was enlarged.
    const gain = 1.05 * followed + (1 - followed) * Math.max(1, 0.9 * enlargement)
    const to = Term.count * i
    terms[to + Term.red] = gain * followed * red[i]
    terms[to + Term.green] = gain * followed * green[i]
    terms[to + Term.blue] = gain * followed * blue[i]
    const level = followed * offset[i] + (1 - followed) * mask[i]
    terms[to + Term.offset] = gain * (level - 0.5) + 0.5
  }
}

/** The coefficients of each pixel's window, and the share of the mask's variance that they explain. */
interface WindowFit {
  readonly red: Float32Array
  readonly green: Float32Array
  readonly blue: Float32Array
  readonly offset: Float32Array
  readonly explained: Float32Array
}

/** Solves the 3 × 3 system of every window: colour covariance times coefficients is covariance of colour and mask. */
function solveWindows(
  [r, g, b]: ColourPlanes,
  mask: Float32Array,
  mean: (plane: Float32Array) => Float32Array,
): WindowFit {
  const product = (one: Float32Array, other: Float32Array) => {
    const both = new Float32Array(one.length)
    for (let i = 0; i < both.length; i++) both[i] = one[i] * other[i]
    return mean(both)
  }
  const [mr, mg, mb, mp] = [mean(r), mean(g), mean(b), mean(mask)]
  const [rr, rg, rb] = [product(r, r), product(r, g), product(r, b)]
  const [gg, gb, bb] = [product(g, g), product(g, b), product(b, b)]
  const [pr, pg, pb, pp] = [product(r, mask), product(g, mask), product(b, mask), product(mask, mask)]
  // The planes of squares are not needed after their pixel is solved, so they take up the coefficients.
  const fit = {
    red: rr,
    green: gg,
    blue: bb,
    offset: new Float32Array(mask.length),
    explained: new Float32Array(mask.length),
  }
  for (let i = 0; i < mask.length; i++) {
    const [x, y, z, p] = [mr[i], mg[i], mb[i], mp[i]]
    const variance = pp[i] - p * p
    if (variance < MIN_MASK_VARIANCE) {
      fit.red[i] = fit.green[i] = fit.blue[i] = 0
      fit.offset[i] = p
      continue
    }
    const xx = rr[i] - x * x + REGULARIZATION
    const xy = rg[i] - x * y
    const xz = rb[i] - x * z
    const yy = gg[i] - y * y + REGULARIZATION
    const yz = gb[i] - y * z
    const zz = bb[i] - z * z + REGULARIZATION
    const [cx, cy, cz] = [pr[i] - x * p, pg[i] - y * p, pb[i] - z * p]
    const [i00, i01, i02] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy]
    const [i11, i12, i22] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy]
    const determinant = xx * i00 + xy * i01 + xz * i02
    const a0 = (i00 * cx + i01 * cy + i02 * cz) / determinant
    const a1 = (i01 * cx + i11 * cy + i12 * cz) / determinant
    const a2 = (i02 * cx + i12 * cy + i22 * cz) / determinant
    fit.explained[i] = (a0 * cx + a1 * cy + a2 * cz) / variance
    fit.red[i] = a0
    fit.green[i] = a1
    fit.blue[i] = a2
    fit.offset[i] = p - a0 * x - a1 * y - a2 * z
  }
  return fit
}
