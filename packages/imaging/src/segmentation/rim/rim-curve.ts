import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { maskMoments } from '../../raster/masks/mask-moments.ts'
import { medianOf } from '../candidates/colour-analysis.ts'

/** Directions in which the outline is read. */
export const DIRECTIONS = 720
/** The step, in pixels and rows, at which the moments are summed. */
const MOMENT_STEP = 2

/** An outline as a smooth closed curve around the middle of a mask. */
export interface RimCurve {
  readonly middle: readonly [x: number, y: number]
  /** From each direction to where its line meets the unit ellipse of the mask: x and y in turn. */
  readonly rays: Float32Array
  /** Where the mask ends in each direction, in lengths of its ray. */
  readonly seen: Float32Array
  /** 1 where it ends at the border of the photo, which is no outline. */
  readonly cut: Uint8Array
  /** Where the curve is; NaN where too little of the outline is left to say. */
  readonly smooth: Float32Array
}

/**
 * The smooth curve that most of an outline follows: a robust local regression (`smoothOutline`) of its distance from the
 * middle over the direction. Distances are measured in the ellipse of the mask's second moments, in which an oval plate is
 * round. What sticks out of a rim or is missing from it lies beside the curve.
 *
 * @returns undefined if the middle of the mask is not in it
 */
export function fitRimCurve(mask: BinaryMask): RimCurve | undefined {
  const ellipse = momentEllipse(mask)
  if (!ellipse) return undefined
  const { middle, axes } = ellipse
  const rays = new Float32Array(2 * DIRECTIONS)
  for (let at = 0; at < DIRECTIONS; at++) {
    const angle = (2 * Math.PI * at) / DIRECTIONS
    rays[2 * at] = axes[0] * Math.cos(angle) + axes[1] * Math.sin(angle)
    rays[2 * at + 1] = axes[1] * Math.cos(angle) + axes[2] * Math.sin(angle)
  }
  const outline = readOutline(mask, middle, rays)
  return { middle, rays, ...outline, smooth: smoothOutline(outline) }
}

/** The ellipse with the mask's second moments: its middle, and the symmetric matrix that makes it from the unit circle. */
function momentEllipse(mask: BinaryMask) {
  const moments = maskMoments(mask, MOMENT_STEP)
  if (!moments || mask.bits[Math.round(moments.y) * mask.width + Math.round(moments.x)] === 0) return undefined
  // The second moment of an ellipse is a quarter of its squared half axis. A line is made a pixel wide.
  const [xx, xy, yy] = [4 * moments.xx + 1, 4 * moments.xy, 4 * moments.yy + 1]
  // The square root of a symmetric matrix of two rows, by its trace and determinant.
  const root = Math.sqrt(Math.max(0, xx * yy - xy * xy))
  const norm = Math.sqrt(xx + yy + 2 * root)
  return {
    middle: [moments.x, moments.y] as const,
    axes: [(xx + root) / norm, xy / norm, (yy + root) / norm] as const,
  }
}

/** The last place of the mask along each ray. */
function readOutline(
  { bits, width, height }: BinaryMask,
  [cx, cy]: readonly [number, number],
  rays: Float32Array,
): Pick<RimCurve, 'seen' | 'cut'> {
  const seen = new Float32Array(DIRECTIONS)
  const cut = new Uint8Array(DIRECTIONS)
  for (let at = 0; at < DIRECTIONS; at++) {
    const [dx, dy] = [rays[2 * at], rays[2 * at + 1]]
    const step = 0.5 / Math.hypot(dx, dy)
    for (let reach = 0; ; reach += step) {
      const x = Math.round(cx + reach * dx)
      const y = Math.round(cy + reach * dy)
      if (x < 0 || y < 0 || x >= width || y >= height) break
      if (bits[y * width + x] === 0) continue
      seen[at] = reach + step / 2
      cut[at] = x <= 1 || y <= 1 || x >= width - 2 || y >= height - 2 ? 1 : 0
    }
  }
  return { seen, cut }
}

/**
 * Half the width, as a share of all directions, of the windows in which the curve is a parabola: first wide ones, which a scrap can
 * hardly bend, then narrow ones, which follow a rim in perspective. And the rounds of fitting of each.
 */
const WIDE = 1 / 4
const NARROW = 1 / 8
const WIDE_ROUNDS = 4
const NARROW_ROUNDS = 7
/** The curve is computed in every fourth direction. Between two of them it is straight to a tenth of a pixel. */
const STEP = 4
/** Distance from a wide curve, as a share of the radius, from which the outline is trusted less the farther away it is. */
const NEAR = 0.004
/** Distance from the curve, in deviations and at least as a share of the radius, from which the outline is not trusted at all. */
const DISTRUST = 4.5
const LEAST_DISTRUST = 0.012
/** Trusted share of a window from which the curve is known there. A tenth of it is enough on both sides, which hold the curve. */
const LEAST_TRUST = 0.3
const BOTH_SIDES = 0.1
/** Deviation of a normal distribution over its median distance from the middle. */
const DEVIATION_OF_MEDIAN = 1.4826

/**
 * The distances of an outline from its middle, smoothed over the direction by a robust local regression (LOWESS, Cleveland 1979): what
 * lies beside the curve does not bend it.
 *
 * @param seen distances in each direction all round, with a mean of about 1
 * @param cut 1 where the distance is not that of an outline
 * @returns NaN where too little of the outline is left to say
 */
function smoothOutline({ seen, cut }: { readonly seen: Float32Array; readonly cut: Uint8Array }): Float32Array {
  const count = seen.length
  const trust = Float32Array.from(cut, (isCut) => 1 - isCut)
  let smooth = seen
  const reweigh = (weightOf: (distance: number) => number): void => {
    for (let at = 0; at < count; at++) trust[at] = cut[at] ? 0 : weightOf(Math.abs(seen[at] - smooth[at])) || 0
  }
  for (let round = 0; round < WIDE_ROUNDS; round++) {
    smooth = fitParabolas(seen, trust, WIDE, 0)
    // Least absolute distances instead of least squares (Schlossmacher 1973).
    reweigh((distance) => NEAR / Math.max(NEAR, distance))
  }
  for (let round = 0; round < NARROW_ROUNDS; round++) {
    const known = seen.map((reach, at) => Math.abs(reach - smooth[at])).filter((value, at) => !cut[at] && value >= 0)
    const limit = Math.max(LEAST_DISTRUST, DISTRUST * DEVIATION_OF_MEDIAN * medianOf([...known]))
    // Tukey's biweight.
    reweigh((distance) => (1 - Math.min(1, distance / limit) ** 2) ** 2)
    smooth = fitParabolas(seen, trust, NARROW, LEAST_TRUST)
  }
  return smooth
}

/** The value in its middle of the parabola that fits each window best; NaN where less than a share of the window is trusted. */
function fitParabolas(seen: Float32Array, trust: Float32Array, share: number, least: number): Float32Array {
  const count = seen.length
  const window = Math.round(share * count)
  // The directions go round, so a window at either end continues at the other.
  const around = Array.from({ length: count + 2 * window }, (_, i) => (i + count - window) % count)
  const [weights, distances] = [Float32Array.from(around, (i) => trust[i]), Float32Array.from(around, (i) => seen[i])]
  const kernel = Float64Array.from({ length: 2 * window + 1 }, (_, i) => (1 - Math.abs(i / window - 1) ** 3) ** 3)
  const whole = kernel.reduce((sum, weight) => sum + weight, 0)
  const parabolaAt = (at: number): number => {
    // Sums of weight times u^k, and of weight times u^k times the distance. Variables instead of a list take a third of the time.
    let [m0, m1, m2, m3, m4, v0, v1, v2, before] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (let i = 0; i <= 2 * window; i++) {
      const weight = kernel[i] * weights[at + i]
      if (weight === 0) continue
      const u = i / window - 1
      const [first, second] = [weight * u, weight * u * u]
      if (u < 0) before += weight
      m0 += weight
      m1 += first
      m2 += second
      m3 += second * u
      m4 += second * u * u
      const distance = distances[at + i]
      v0 += weight * distance
      v1 += first * distance
      v2 += second * distance
    }
    const isHeld = Math.min(before, m0 - before) >= BOTH_SIDES * least * whole
    if (m0 < least * whole && !isHeld) return Number.NaN
    // Cramer's rule for the constant term.
    const determinant = m0 * (m2 * m4 - m3 * m3) - m1 * (m1 * m4 - m2 * m3) + m2 * (m1 * m3 - m2 * m2)
    const constant = v0 * (m2 * m4 - m3 * m3) - m1 * (v1 * m4 - v2 * m3) + m2 * (v1 * m3 - v2 * m2)
    return Math.abs(determinant) < 1e-9 ? Number.NaN : constant / determinant
  }
  const knots = Float32Array.from({ length: Math.ceil(count / STEP) }, (_, knot) => parabolaAt(STEP * knot))
  return seen.map((_, at) => {
    const knot = Math.floor(at / STEP)
    const share = at / STEP - knot
    return share === 0 ? knots[knot] : (1 - share) * knots[knot] + share * knots[(knot + 1) % knots.length]
  })
}
