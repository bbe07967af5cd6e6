import type { Ball } from '../shapes/thing.ts'
import { dot, transposedTimes, type Vector } from '../shapes/vector.ts'
import type { Depths } from './canvas-of-depths.ts'

/** Draws an ellipsoid: the point where the line of sight enters it follows from a quadratic equation. */
export function rasterBall(depths: Depths, ball: Ball, owner: number): void {
  const { view, scale, width, height, depth, owner: owners, normals } = depths
  const { turn, radii } = ball
  const inBall = (axis: Vector): Vector => {
    const [x, y, z] = transposedTimes(turn, axis)
    return [x / radii[0], y / radii[1], z / radii[2]]
  }
  const reach = (axis: Vector) => {
    const [x, y, z] = transposedTimes(turn, axis)
    return Math.hypot(x * radii[0], y * radii[1], z * radii[2])
  }
  const a = inBall(view.right)
  const b = inBall(view.up)
  const f = inBall(view.toward)
  const ff = dot(f, f)
  const centreX = dot(ball.at, view.right)
  const centreY = dot(ball.at, view.up)
  const centreDepth = dot(ball.at, view.toward)
  const screenX = depths.originX + centreX * scale
  const screenY = depths.originY - centreY * scale
  const [rx, ry] = [reach(view.right) * scale, reach(view.up) * scale]
  const left = Math.max(0, Math.floor(screenX - rx))
  const right = Math.min(width - 1, Math.ceil(screenX + rx))
  const top = Math.max(0, Math.floor(screenY - ry))
  const bottom = Math.min(height - 1, Math.ceil(screenY + ry))
  const step = 1 / scale
  const [n0, n1, n2] = [turn[0] / radii[0], turn[1] / radii[1], turn[2] / radii[2]]
  const [n3, n4, n5] = [turn[3] / radii[0], turn[4] / radii[1], turn[5] / radii[2]]
  const [n6, n7, n8] = [turn[6] / radii[0], turn[7] / radii[1], turn[8] / radii[2]]
  const [a0, a1, a2] = a
  const [b0, b1, b2] = b
  const [f0, f1, f2] = f
  for (let py = top; py <= bottom; py++) {
    const t = (screenY - py - 0.5) * step
    let s = (left + 0.5 - screenX) * step
    for (let px = left, i = py * width + left; px <= right; px++, i++, s += step) {
      const q0 = a0 * s + b0 * t
      const q1 = a1 * s + b1 * t
      const q2 = a2 * s + b2 * t
      const half = f0 * q0 + f1 * q1 + f2 * q2
      const inside = half * half - ff * (q0 * q0 + q1 * q1 + q2 * q2 - 1)
      if (inside <= 0) continue
      const d = (Math.sqrt(inside) - half) / ff
      const here = centreDepth + d
      if (here <= depth[i]) continue
      depth[i] = here
      if (owners.length === 0) continue
      owners[i] = owner
      const u0 = q0 + f0 * d
      const u1 = q1 + f1 * d
      const u2 = q2 + f2 * d
      const nx = n0 * u0 + n1 * u1 + n2 * u2
      const ny = n3 * u0 + n4 * u1 + n5 * u2
      const nz = n6 * u0 + n7 * u1 + n8 * u2
      const size = 32000 / Math.sqrt(nx * nx + ny * ny + nz * nz)
      normals[3 * i] = nx * size
      normals[3 * i + 1] = ny * size
      normals[3 * i + 2] = nz * size
    }
  }
}
