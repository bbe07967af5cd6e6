import { type ClearLayer, layerOf, type Thing } from '../shapes/thing.ts'
import { unit } from '../shapes/vector.ts'
import type { Depths } from './canvas-of-depths.ts'
import { toneByte } from './colour.ts'
import type { Light } from './light.ts'
import { seenBefore } from './raster-things.ts'
import { freshPoint } from './surface.ts'

/** Adds ice, drink and glass to a picture of all that is solid. Things are mixed from the farthest to the nearest. */
export function addClearThings(pixels: Uint8ClampedArray, solid: Depths, things: readonly Thing[], light: Light): void {
  const layer = (clear: ClearLayer) => {
    const own = things.filter((thing) => layerOf(thing) === clear)
    if (own.length === 0) return undefined
    const seen = seenBefore(solid, own)
    return { seen, shade: (shows?: (pixel: number) => boolean) => shadeClear(pixels, seen, own, light, shows) }
  }
  const drink = layer('drink')
  if (!drink) return
  const ice = layer('ice')
  const glass = layer('glass')
  const { depth } = drink.seen
  // Ice in the drink is seen through it; what rises out of the drink is before it.
  ice?.shade((i) => ice.seen.depth[i] <= depth[i])
  drink.shade()
  ice?.shade((i) => ice.seen.depth[i] > depth[i])
  // The far side of the glass is behind the drink.
  glass?.shade((i) => glass.seen.depth[i] > depth[i])
}

/** How much darker the edge of a clear thing makes what is behind it, and how much of the sky it mirrors there. */
const EDGE_DARK = 0.5
const EDGE_BRIGHT = 0.3

/**
 * Lights one layer of what is clear (ice, a drink, its glass) and mixes it with the picture of what is behind it.
 *
 * @param shows whether a pixel of the layer is drawn in this pass
 */
function shadeClear(
  pixels: Uint8ClampedArray,
  seen: Depths,
  things: readonly Thing[],
  light: Light,
  shows: (pixel: number) => boolean = () => true,
): void {
  const { width, height, view, depth, owner, normals, scale } = seen
  const point = freshPoint()
  const [lx, ly, lz] = unit(light.from)
  const [vx, vy, vz] = view.toward
  const [hx, hy, hz] = unit([lx + vx, ly + vy, lz + vz])
  const [keyR, keyG, keyB] = light.key
  const [skyR, skyG, skyB] = light.sky
  const [rx, ry, rz] = view.right
  const [ux, uy, uz] = view.up
  for (let y = 0, i = 0; y < height; y++) {
    const t = (seen.originY - y - 0.5) / scale
    for (let x = 0; x < width; x++, i++) {
      if (owner[i] === 0 || !shows(i)) continue
      const thing = things[owner[i] - 1]
      const s = (x + 0.5 - seen.originX) / scale
      const d = depth[i]
      const px = s * rx + t * ux + d * vx - thing.at[0]
      const py = s * ry + t * uy + d * vy - thing.at[1]
      const pz = s * rz + t * uz + d * vz - thing.at[2]
      const m = thing.turn
      point.clear = 0
      point.gloss = 0.5
      point.polish = 100
      point.glow = 0
      thing.surface(
        m[0] * px + m[3] * py + m[6] * pz,
        m[1] * px + m[4] * py + m[7] * pz,
        m[2] * px + m[5] * py + m[8] * pz,
        point,
      )
      const nx = normals[3 * i] / 32000
      const ny = normals[3 * i + 1] / 32000
      const nz = normals[3 * i + 2] / 32000
      const toward = Math.max(0, nx * vx + ny * vy + nz * vz)
      const half = Math.max(0, nx * hx + ny * hy + nz * hz)
      const graze = (1 - toward) * (1 - toward) * (1 - toward)
      // Light gathers on the side away from the lamp, where it leaves the drink.
      const through = 0.62 + 0.3 * Math.max(0, -(nx * lx + ny * ly)) + 0.22 * Math.max(0, nz)
      const narrow = half / (point.polish - point.polish * half + half)
      const shine = point.gloss * (narrow * narrow * narrow * 1.1)
      const cover = Math.min(1, 1 - point.clear + graze * EDGE_BRIGHT * point.clear)
      const behind = (1 - cover) * (1 - graze * EDGE_DARK * point.clear)
      const key = through * 0.55
      const glint = 255 * shine
      const at = 4 * i
      pixels[at] = pixels[at] * behind + toneByte(point.red * (keyR * key + skyR * 0.9)) * cover + glint * keyR
      pixels[at + 1] =
        pixels[at + 1] * behind + toneByte(point.green * (keyG * key + skyG * 0.9)) * cover + glint * keyG
      pixels[at + 2] = pixels[at + 2] * behind + toneByte(point.blue * (keyB * key + skyB * 0.9)) * cover + glint * keyB
    }
  }
}
