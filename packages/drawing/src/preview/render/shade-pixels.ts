import type { Thing } from '../shapes/thing.ts'
import { unit } from '../shapes/vector.ts'
import type { Depths } from './canvas-of-depths.ts'
import { linearOf, toneByte } from './colour.ts'
import type { Light } from './light.ts'
import { blurPlane, type Plane, reducePlane, rowOf } from './plane-blur.ts'
import { freshPoint, smooth } from './surface.ts'

/** How far colours are moved towards grey. */
const PALER = 0.1

/** Lights what the camera sees. Where it sees no thing, the table's picture is lit instead. */
export function shadePixels(
  seen: Depths,
  things: readonly Thing[],
  table: Uint8Array,
  shadow: { plane: Plane; by: number },
  light: Light,
): Uint8ClampedArray {
  const { width, height, view, depth, owner, normals, scale } = seen
  const out = new Uint8ClampedArray(4 * width * height)
  const point = freshPoint()
  const { by, fine, broad, tableFine, tableBroad } = hollowPlanes(seen)
  const [lx, ly, lz] = unit(light.from)
  const [vx, vy, vz] = view.toward
  const [hx, hy, hz] = unit([lx + vx, ly + vy, lz + vz])
  const [keyR, keyG, keyB] = light.key
  const [skyR, skyG, skyB] = light.sky
  const [lowR, lowG, lowB] = light.bounce
  const [rx, ry, rz] = view.right
  const [ux, uy, uz] = view.up
  const vignette = (4 * light.vignette) / (width * width + height * height)
  const shadowRow = new Float32Array(shadow.plane.width + 1)
  const fineRow = new Float32Array(fine.width + 1)
  const broadRow = new Float32Array(broad.width + 1)
  const tableFineRow = new Float32Array(fine.width + 1)
  const tableBroadRow = new Float32Array(broad.width + 1)
  const perShadow = 1 / shadow.by
  const perHollow = 1 / by
  for (let y = 0, i = 0; y < height; y++) {
    const t = (seen.originY - y - 0.5) / scale
    rowOf(shadow.plane, y / shadow.by, shadowRow)
    rowOf(fine, y / by, fineRow)
    rowOf(broad, y / by, broadRow)
    rowOf(tableFine, y / by, tableFineRow)
    rowOf(tableBroad, y / by, tableBroadRow)
    const acrossY = y - height / 2
    for (let x = 0; x < width; x++, i++) {
      const d = depth[i]
      const sx = x * perShadow
      const si = sx | 0
      const lit = shadowRow[si] + (sx - si) * (shadowRow[si + 1] - shadowRow[si])
      const hx0 = x * perHollow
      const hi = hx0 | 0
      const share = hx0 - hi
      const which = owner[i]
      const fineAt = which === 0 ? tableFineRow : fineRow
      const broadAt = which === 0 ? tableBroadRow : broadRow
      const level = which === 0 ? 0 : d
      const hollowFine = fineAt[hi] + share * (fineAt[hi + 1] - fineAt[hi]) - level
      const hollowBroad = broadAt[hi] + share * (broadAt[hi + 1] - broadAt[hi]) - level
      const shut =
        (hollowFine > 0 ? Math.min(1, hollowFine * 14) * 0.42 : Math.max(-1, hollowFine * 9) * 0.1) +
        (hollowBroad > 0 ? Math.min(1, hollowBroad * 3.2) * 0.5 : 0)
      const open = 1 - Math.min(0.86, shut)
      const acrossX = x - width / 2
      const edge = 1 - vignette * (acrossX * acrossX + acrossY * acrossY)
      let red = 0
      let green = 0
      let blue = 0
      if (which === 0) {
        const direct = (0.16 + 0.84 * lit) * Math.max(0.15, lz)
        red = linearOf(table[4 * i]) * (keyR * direct + skyR * open) * edge
        green = linearOf(table[4 * i + 1]) * (keyG * direct + skyG * open) * edge
        blue = linearOf(table[4 * i + 2]) * (keyB * direct + skyB * open) * edge
      } else {
        const thing = things[which - 1]
        const s = (x + 0.5 - seen.originX) / scale
        const px = s * rx + t * ux + d * vx - thing.at[0]
        const py = s * ry + t * uy + d * vy - thing.at[1]
        const pz = s * rz + t * uz + d * vz - thing.at[2]
        const m = thing.turn
        let qx = m[0] * px + m[3] * py + m[6] * pz
        let qy = m[1] * px + m[4] * py + m[7] * pz
        let qz = m[2] * px + m[5] * py + m[8] * pz
        if (thing.kind === 'ball') {
          qx /= thing.radii[0]
          qy /= thing.radii[1]
          qz /= thing.radii[2]
        }
        point.gloss = 0.1
        point.polish = 20
        point.glow = 0
        point.bumpX = 0
        point.bumpY = 0
        point.bumpZ = 0
        thing.surface(qx, qy, qz, point)
        const { bumpX, bumpY, bumpZ, glow, gloss, polish } = point
        let nx = normals[3 * i] / 32000
        let ny = normals[3 * i + 1] / 32000
        let nz = normals[3 * i + 2] / 32000
        if (bumpX !== 0 || bumpY !== 0 || bumpZ !== 0) {
          nx += m[0] * bumpX + m[1] * bumpY + m[2] * bumpZ
          ny += m[3] * bumpX + m[4] * bumpY + m[5] * bumpZ
          nz += m[6] * bumpX + m[7] * bumpY + m[8] * bumpZ
          const size = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
          nx *= size
          ny *= size
          nz *= size
        }
        const facing = nx * lx + ny * ly + nz * lz
        // A body through which light passes is lit a little around its edge, and never quite dark.
        const wrapped = Math.max(0, (facing + glow * 0.5) / (1 + glow * 0.5))
        const direct = wrapped * (lit + (1 - lit) * (0.1 + 0.22 * glow))
        const above = (0.55 + 0.45 * nz) * (open + (1 - open) * glow * 0.35)
        const below = (0.5 - 0.5 * nz) * open
        const toward = Math.max(0, nx * vx + ny * vy + nz * vz)
        const half = Math.max(0, nx * hx + ny * hy + nz * hz)
        const graze = (1 - toward) * (1 - toward)
        const mirrored = gloss * (0.09 + 0.6 * graze * graze)
        // Schlick's cheap form of a power; it has a broad foot, which a second, narrower one sharpens.
        const narrow = half / (polish - polish * half + half)
        const shine = gloss * lit * (narrow * narrow * narrow * 1.15 + 0.03 * narrow)
        const upward = 2 * toward * nz - vz
        const sky = mirrored * open * (upward > 0 ? 0.1 + 0.5 * upward * upward : 0.06)
        red = point.red * (keyR * direct + skyR * above + lowR * below) + keyR * shine + skyR * sky
        green = point.green * (keyG * direct + skyG * above + lowG * below) + keyG * shine + skyG * sky
        blue = point.blue * (keyB * direct + skyB * above + lowB * below) + keyB * shine + skyB * sky
        red *= edge
        green *= edge
        blue *= edge
      }
      // The tone curve makes strong colours stronger still; a little grey keeps leaves and peppers from glowing.
      const grey = PALER * (0.3 * red + 0.6 * green + 0.1 * blue)
      out[4 * i] = toneByte(red * (1 - PALER) + grey)
      out[4 * i + 1] = toneByte(green * (1 - PALER) + grey)
      out[4 * i + 2] = toneByte(blue * (1 - PALER) + grey)
      out[4 * i + 3] = 255
    }
  }
  return out
}

/** World units over which hollows are dark: between grains, and below the rim of a plate. */
const REACHES = [0.035, 0.17] as const
/** Heights between which a thing ceases to darken the table seen beside it: that part of the table lies far behind it. */
const NEAR_TABLE = [0.12, 0.5] as const

/** Mean nearness around each point, at a fraction of the picture's size: what is behind it lies in a hollow. */
interface HollowPlanes {
  readonly by: number
  readonly fine: Plane
  readonly broad: Plane
  /** The same for points of the table, as nearness above the table. */
  readonly tableFine: Plane
  readonly tableBroad: Plane
}

function hollowPlanes(seen: Depths): HollowPlanes {
  const { width, height, scale, view } = seen
  const by = Math.max(2, Math.round(scale / 110))
  const reduced = reducePlane(seen.depth, width, height, by)
  const low = new Float32Array(reduced.data.length)
  for (let y = 0, i = 0; y < reduced.height; y++) {
    const t = (seen.originY - (y + 0.25) * by - 0.5) / scale
    const table = (-t * view.up[2]) / view.toward[2]
    for (let x = 0; x < reduced.width; x++, i++) {
      const above = Math.max(0, reduced.data[i] - table)
      low[i] = above * smooth(NEAR_TABLE[1], NEAR_TABLE[0], above * view.toward[2])
    }
  }
  const table = { ...reduced, data: low }
  const [fine, broad] = REACHES.map((reach) => (reach * scale) / by)
  return {
    by,
    fine: blurPlane(reduced, fine, 1),
    broad: blurPlane(reduced, broad),
    tableFine: blurPlane(table, fine, 1),
    tableBroad: blurPlane(table, broad),
  }
}
