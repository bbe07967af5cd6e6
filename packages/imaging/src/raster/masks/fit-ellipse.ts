import { maskMoments } from './mask-moments.ts'

/**
 * Centre, half axes and the angle (in radians) of the first axis from the horizontal, in pixels of the picture that it
 * was found in.
 */
export interface Ellipse {
  readonly x: number
  readonly y: number
  readonly a: number
  readonly b: number
  readonly angle: number
}

/** How far out points lie: 0 in the centre, 1 on the ellipse. */
export const relativeRadii = ({ x, y, a, b, angle }: Ellipse): ((px: number, py: number) => number) => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (px, py) => {
    const [dx, dy] = [px - x, py - y]
    const along = (dx * cos + dy * sin) / a
    const across = (dy * cos - dx * sin) / b
    return Math.sqrt(along * along + across * across)
  }
}

/** How far out one point lies: 0 in the centre, 1 on the ellipse. */
export const relativeRadius = (ellipse: Ellipse, px: number, py: number): number => relativeRadii(ellipse)(px, py)

export const scaleEllipse = (ellipse: Ellipse, by: number): Ellipse => ({
  x: ellipse.x * by,
  y: ellipse.y * by,
  a: ellipse.a * by,
  b: ellipse.b * by,
  angle: ellipse.angle,
})

/**
 * Gaussian elimination with partial pivoting; undefined if the system is singular. The last column is the right
 * side.
 */
function solveLinearSystem(rows: number[][]): number[] | undefined {
  const n = rows.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let r = column + 1; r < n; r++) {
      if (Math.abs(rows[r][column]) > Math.abs(rows[pivot][column])) pivot = r
    }
    const lead = rows[pivot]
    rows[pivot] = rows[column]
    rows[column] = lead
    if (Math.abs(lead[column]) < 1e-12) return undefined
    for (let r = 0; r < n; r++) {
      const row = rows[r]
      const factor = r === column ? 0 : row[column] / lead[column]
      if (factor === 0) continue
      for (let c = column; c <= n; c++) row[c] -= factor * lead[c]
    }
  }
  return rows.map((row, i) => row[n] / row[i])
}

/**
 * The ellipse through points, by least squares. Points are scaled to about one unit around their mean, for numerical
 * stability.
 *
 * @param points at least five
 * @returns undefined if the best conic is no ellipse
 */
export function fitEllipse(points: readonly (readonly [number, number])[]): Ellipse | undefined {
  const count = points.length
  const cx = points.reduce((sum, [x]) => sum + x, 0) / count
  const cy = points.reduce((sum, [, y]) => sum + y, 0) / count
  const unit = points.reduce((most, [x, y]) => Math.max(most, Math.hypot(x - cx, y - cy)), 1e-6)
  const normal = Array.from({ length: 5 }, () => new Array<number>(6).fill(0))
  for (const [px, py] of points) {
    const [x, y] = [(px - cx) / unit, (py - cy) / unit]
    const terms = [x * x, x * y, y * y, x, y]
    for (let r = 0; r < 5; r++) {
      const row = normal[r]
      for (let c = 0; c < 5; c++) row[c] += terms[r] * terms[c]
      row[5] += terms[r]
    }
  }
  const found = solveLinearSystem(normal)
  if (!found) return undefined
  const [A = 0, B = 0, C = 0, D = 0, E = 0] = found
  const determinant = 4 * A * C - B * B
  if (determinant <= 1e-9) return undefined
  const x0 = (B * E - 2 * C * D) / determinant
  const y0 = (B * D - 2 * A * E) / determinant
  const level = 1 + A * x0 * x0 + B * x0 * y0 + C * y0 * y0
  const spread = Math.hypot(A - C, B)
  const [least, most] = [(A + C - spread) / 2, (A + C + spread) / 2]
  if (level / most <= 0 || level / least <= 0) return undefined
  return {
    x: cx + x0 * unit,
    y: cy + y0 * unit,
    a: Math.sqrt(level / least) * unit,
    b: Math.sqrt(level / most) * unit,
    angle: 0.5 * Math.atan2(-B, C - A),
  }
}

/** The ellipse with the same moments as a region of at least five pixels. */
export function ellipseFromMoments(bits: Uint8Array, width: number): Ellipse | undefined {
  const moments = maskMoments({ bits, width, height: bits.length / width })
  if (!moments || moments.count < 5) return undefined
  const { x, y, xx, xy, yy } = moments
  const spread = Math.hypot((xx - yy) / 2, xy)
  const middle = (xx + yy) / 2
  const [most, least] = [middle + spread, Math.max(1e-6, middle - spread)]
  return {
    x: x + 0.5,
    y: y + 0.5,
    a: 2 * Math.sqrt(most),
    b: 2 * Math.sqrt(least),
    angle: 0.5 * Math.atan2(2 * xy, xx - yy),
  }
}

/** Intersection over union of a region and an ellipse, 0–1. */
export function ellipseOverlap(bits: Uint8Array, width: number, { x, y, a, b, angle }: Ellipse): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [both, either] = [0, 0]
  for (let row = 0, i = 0; i < bits.length; row++) {
    const dy = row + 0.5 - y
    for (let column = 0; column < width; column++, i++) {
      const dx = column + 0.5 - x
      const [along, across] = [(dx * cos + dy * sin) / a, (dy * cos - dx * sin) / b]
      const inside = along * along + across * across <= 1
      if (inside || bits[i]) either++
      if (inside && bits[i]) both++
    }
  }
  return either === 0 ? 0 : both / either
}
