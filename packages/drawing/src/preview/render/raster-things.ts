import type { Ball, Sheet, Thing } from '../shapes/thing.ts'
import { dot, transposedTimes, type Vector } from '../shapes/vector.ts'
import { type Depths, emptyDepths } from './canvas-of-depths.ts'
import { extentOf, lightView, type View } from './view.ts'

/** Where a scene is in the picture. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** Pixels a world unit. */
  readonly scale: number
  readonly originX: number
  readonly originY: number
}

/** What the camera sees. The table lies at height 0 and hides what is below it. */
export function seenThings(things: readonly Thing[], view: View, frame: Frame): Depths {
  const depths = emptyDepths(frame, view, frame, true)
  for (let y = 0; y < frame.height; y++) {
    const onTable = (-((frame.originY - y - 0.5) / frame.scale) * view.up[2]) / view.toward[2]
    depths.depth.fill(onTable, y * frame.width, (y + 1) * frame.width)
  }
  rasterAll(depths, things)
  return depths
}

function rasterAll(depths: Depths, things: readonly Thing[]): void {
  things.forEach((thing, at) => {
    if (thing.kind === 'ball') rasterBall(depths, thing, at + 1)
    else rasterSheet(depths, thing, at + 1)
  })
}

/** What the camera sees of things of one kind where nothing of the others is nearer. */
export function seenBefore(others: Depths, things: readonly Thing[]): Depths {
  const count = others.width * others.height
  const depths = {
    ...others,
    depth: others.depth.slice(),
    owner: new Uint16Array(count),
    normals: new Int16Array(3 * count),
  }
  rasterAll(depths, things)
  return depths
}

/** What a light sees. */
export function litThings(things: readonly Thing[], light: Vector, side: number): Depths {
  const view = lightView(light)
  const extent = extentOf(things, view)
  const scale = (side - 4) / Math.max(extent.right - extent.left, extent.top - extent.bottom)
  const frame = { scale, originX: 2 - extent.left * scale, originY: 2 + extent.top * scale }
  const depths = emptyDepths({ width: side, height: side }, view, frame, false)
  rasterAll(depths, things)
  return depths
}

/** Draws an ellipsoid: the point where the line of sight enters it follows from a quadratic equation. */
function rasterBall(depths: Depths, ball: Ball, owner: number): void {
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

/** Draws a sheet as triangles. Normals point to the viewer's side of each triangle, whichever side that is. */
function rasterSheet(depths: Depths, sheet: Sheet, owner: number): void {
  const { view, scale, originX, originY } = depths
  const { points, rows, columns } = sheet
  const count = rows * columns
  const placed = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    const x = points[3 * i]
    const y = points[3 * i + 1]
    const z = points[3 * i + 2]
    placed[3 * i] = originX + scale * (x * view.right[0] + y * view.right[1] + z * view.right[2])
    placed[3 * i + 1] = originY - scale * (x * view.up[0] + y * view.up[1] + z * view.up[2])
    placed[3 * i + 2] = x * view.toward[0] + y * view.toward[1] + z * view.toward[2]
  }
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column
      rasterTriangle(depths, placed, sheet.normals, a, a + 1, a + columns, owner)
      rasterTriangle(depths, placed, sheet.normals, a + 1, a + columns + 1, a + columns, owner)
    }
  }
}

function rasterTriangle(
  depths: Depths,
  placed: Float32Array,
  own: Float32Array,
  a: number,
  b: number,
  c: number,
  owner: number,
): void {
  const { width, height, depth, owner: owners, normals } = depths
  const ax = placed[3 * a]
  const ay = placed[3 * a + 1]
  const bx = placed[3 * b]
  const by = placed[3 * b + 1]
  const cx = placed[3 * c]
  const cy = placed[3 * c + 1]
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (Math.abs(area) < 1e-6) return
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  if (left > right || top > bottom) return
  const inverse = 1 / area
  // The shares of b and c grow evenly along a row.
  const stepB = (cy - ay) * inverse
  const stepC = (ay - by) * inverse
  const [az, bz, cz] = [placed[3 * a + 2], placed[3 * b + 2], placed[3 * c + 2]]
  // Per triangle: a single normal at the edge of a round body may look away a little, and must not be turned over.
  const side = area < 0 ? 32000 : -32000
  for (let y = top; y <= bottom; y++) {
    const dx = left + 0.5 - ax
    const dy = y + 0.5 - ay
    let shareB = (dx * (cy - ay) - dy * (cx - ax)) * inverse
    let shareC = (dy * (bx - ax) - dx * (by - ay)) * inverse
    for (let x = left, i = y * width + left; x <= right; x++, i++, shareB += stepB, shareC += stepC) {
      if (shareB < -1e-4 || shareC < -1e-4 || shareB + shareC > 1.0001) continue
      const here = az + shareB * (bz - az) + shareC * (cz - az)
      if (here <= depth[i]) continue
      depth[i] = here
      if (owners.length === 0) continue
      owners[i] = owner
      const shareA = 1 - shareB - shareC
      const nx = shareA * own[3 * a] + shareB * own[3 * b] + shareC * own[3 * c]
      const ny = shareA * own[3 * a + 1] + shareB * own[3 * b + 1] + shareC * own[3 * c + 1]
      const nz = shareA * own[3 * a + 2] + shareB * own[3 * b + 2] + shareC * own[3 * c + 2]
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
      const size = side / length
      normals[3 * i] = nx * size
      normals[3 * i + 1] = ny * size
      normals[3 * i + 2] = nz * size
    }
  }
}
