import type { Sheet } from '../shapes/thing.ts'
import type { Depths } from './canvas-of-depths.ts'

/** Draws a sheet as triangles. Normals point to the viewer's side of each triangle, whichever side that is. */
export function rasterSheet(depths: Depths, sheet: Sheet, owner: number): void {
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
