import type { Surface } from '../render/surface.ts'
import type { Sheet } from './thing.ts'
import { type Pose, rotationOf } from './vector.ts'

/** Writes the point of a sheet for two parameters, each 0–1. */
export type Form = (u: number, v: number, out: { x: number; y: number; z: number }) => void

/** A sheet in its own axes, placed in the world. Its normals follow from its points. */
export function sheet(pose: Pose, rows: number, columns: number, form: Form, surface: Surface): Sheet {
  const turn = rotationOf(pose)
  const at = [pose.x ?? 0, pose.y ?? 0, pose.z ?? 0] as const
  const points = new Float32Array(3 * rows * columns)
  const out = { x: 0, y: 0, z: 0 }
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i += 3) {
      form(row / (rows - 1), column / (columns - 1), out)
      points[i] = turn[0] * out.x + turn[1] * out.y + turn[2] * out.z + at[0]
      points[i + 1] = turn[3] * out.x + turn[4] * out.y + turn[5] * out.z + at[1]
      points[i + 2] = turn[6] * out.x + turn[7] * out.y + turn[8] * out.z + at[2]
    }
  }
  return { kind: 'sheet', at, turn, rows, columns, points, normals: normalsOf(points, rows, columns), surface }
}

/** Each point's normal from its neighbours in the sheet. A sheet whose ends meet is smooth there too. */
function normalsOf(points: Float32Array, rows: number, columns: number): Float32Array {
  const normals = new Float32Array(points.length)
  const apart = (a: number, b: number) =>
    Math.abs(points[3 * a] - points[3 * b]) +
    Math.abs(points[3 * a + 1] - points[3 * b + 1]) +
    Math.abs(points[3 * a + 2] - points[3 * b + 2])
  const closed =
    apart(0, columns - 1) < 1e-5 && apart((rows >> 1) * columns, (rows >> 1) * columns + columns - 1) < 1e-5
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = row * columns + column
      const left = column > 0 ? i - 1 : closed ? i + columns - 2 : i
      const right = column < columns - 1 ? i + 1 : closed ? i - columns + 2 : i
      const up = row > 0 ? i - columns : i
      const down = row < rows - 1 ? i + columns : i
      if (apart(left, right) > 1e-6) {
        writeNormal(points, normals, i, left, right, up, down)
        continue
      }
      // A pole: its columns meet in one point, and the same points around it say for all of them where it faces.
      const ring = (row === 0 ? 1 : row - 1) * columns
      const around = (share: number) => ring + Math.round(share * (columns - 1))
      const [near, far] = [around(0), around(0.5)]
      writeNormal(points, normals, i, around(0.75), around(0.25), row === 0 ? far : near, row === 0 ? near : far)
    }
  }
  return normals
}

function writeNormal(
  points: Float32Array,
  normals: Float32Array,
  i: number,
  left: number,
  right: number,
  up: number,
  down: number,
): void {
  const ax = points[3 * right] - points[3 * left]
  const ay = points[3 * right + 1] - points[3 * left + 1]
  const az = points[3 * right + 2] - points[3 * left + 2]
  const bx = points[3 * down] - points[3 * up]
  const by = points[3 * down + 1] - points[3 * up + 1]
  const bz = points[3 * down + 2] - points[3 * up + 2]
  normals[3 * i] = ay * bz - az * by
  normals[3 * i + 1] = az * bx - ax * bz
  normals[3 * i + 2] = ax * by - ay * bx
}

/** A profile of radius and height, turned around the vertical. `wobble` changes the radius by the angle. */
export function turned(
  pose: Pose,
  profile: readonly (readonly [radius: number, height: number])[],
  surface: Surface,
  columns = 64,
  wobble?: (angle: number, height: number) => number,
): Sheet {
  return sheet(
    pose,
    profile.length,
    columns,
    (u, v, out) => {
      const [radius, height] = profile[Math.round(u * (profile.length - 1))]
      const angle = v * 2 * Math.PI
      const r = radius * (wobble ? wobble(angle, height) : 1)
      out.x = Math.cos(angle) * r
      out.y = Math.sin(angle) * r
      out.z = height
    },
    surface,
  )
}

/** A closed curve through points, rounded: each corner is replaced by a curve (Chaikin, `rounds` times). */
export function roundedProfile(
  corners: readonly (readonly [number, number])[],
  rounds = 3,
): readonly (readonly [number, number])[] {
  let line = corners
  for (let round = 0; round < rounds; round++) {
    const next: (readonly [number, number])[] = [line[0]]
    for (let i = 0; i + 1 < line.length; i++) {
      const [a, b] = [line[i], line[i + 1]]
      next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25])
      next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75])
    }
    next.push(line[line.length - 1])
    line = next
  }
  return line
}

/** A tube along a path of points in the pose's axes. `flat` below 1 makes it a ribbon. */
export function tube(
  pose: Pose,
  path: readonly (readonly [number, number, number])[],
  radius: (share: number) => number,
  surface: Surface,
  sides = 7,
  flat = 1,
): Sheet {
  return sheet(
    pose,
    path.length,
    sides + 1,
    (u, v, out) => {
      const at = Math.round(u * (path.length - 1))
      const here = path[at]
      const before = path[Math.max(0, at - 1)]
      const after = path[Math.min(path.length - 1, at + 1)]
      const [dx, dy, dz] = [after[0] - before[0], after[1] - before[1], after[2] - before[2]]
      const flatLength = Math.hypot(dx, dy) || 1e-6
      const length = Math.hypot(flatLength, dz)
      // One axis lies level and across the path, the other completes them.
      const [ax, ay] = [-dy / flatLength, dx / flatLength]
      const [bx, by, bz] = [(-dx * dz) / (flatLength * length), (-dy * dz) / (flatLength * length), flatLength / length]
      const angle = v * 2 * Math.PI
      const r = radius(u)
      const across = Math.cos(angle) * r
      const above = Math.sin(angle) * r * flat
      out.x = here[0] + ax * across + bx * above
      out.y = here[1] + ay * across + by * above
      out.z = here[2] + bz * above
    },
    surface,
  )
}
