export type Vector = readonly [number, number, number]
/** A 3×3 matrix by rows. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number]

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

export function unit(a: Vector): Vector {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

/** The product with the transposed matrix. */
export const transposedTimes = (m: Matrix, v: Vector): Vector => [
  m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
  m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
  m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
]

/** Where a thing stands and how it is turned. Angles are radians. */
export interface Pose {
  readonly x?: number
  readonly y?: number
  readonly z?: number
  /** Turn around the vertical. */
  readonly yaw?: number
  /** Turn around its own x axis, before the yaw. */
  readonly pitch?: number
  /** Turn around its own y axis, before the pitch. */
  readonly roll?: number
}

/** The rotation of a pose: roll, then pitch, then yaw. */
export function rotationOf({ yaw = 0, pitch = 0, roll = 0 }: Pose): Matrix {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)]
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)]
  return [
    cy * cr - sy * sp * sr,
    -sy * cp,
    cy * sr + sy * sp * cr,
    sy * cr + cy * sp * sr,
    cy * cp,
    sy * sr - cy * sp * cr,
    -cp * sr,
    sp,
    cp * cr,
  ]
}
