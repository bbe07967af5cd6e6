import { encodeLight, LINEAR } from '../colour/linear-light.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { latticeNoise } from '../raster/value-noise.ts'
import type { Shadows } from './contact-shadows.ts'
import type { BackdropMaterial } from './surface/backdrop-materials.ts'
import type { SurfaceView } from './surface/ground-projection.ts'
import { type KeyLight, shadeSurfaceRow } from './surface/surface-shading.ts'

const STEPS = 16_384
const CODES = Float32Array.from({ length: STEPS + 1 }, (_, step) => 255 * encodeLight(step / STEPS))

/** Grain of the backdrop in codes: it looks photographed, and its gradients show no steps. */
const GRAIN = 1.5
/** Share of the backdrop's light that the dish takes on at its edge. */
const BOUNCE = 0.16

export interface Scene {
  readonly width: number
  readonly height: number
  readonly material: BackdropMaterial
  readonly view: SurfaceView
  readonly key: KeyLight
  /** The dish, cut out, and the position of its top left corner. */
  readonly dish: Pixels
  readonly left: number
  readonly top: number
  readonly shadows: Shadows
}

/** Draws the backdrop with its shadows and composites the dish into it, row by row. */
export function composeScene(scene: Scene): Pixels {
  const { width, height, material, view, key, dish, left, top, shadows } = scene
  const data = new Uint8Array(width * height * 3)
  const set = new Float32Array(width * 3)
  const light = new Float32Array(width)
  const body = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    shadeSurfaceRow(material, view, key, y, set)
    interpolateRow(shadows.light, y, height, light)
    interpolateRow(shadows.body, y, height, body)
    const inDish = y >= top && y < top + dish.height
    for (let x = 0, at = 0, to = y * width * 3; x < width; x++, at += 3, to += 3) {
      const grain = GRAIN * (latticeNoise(x, y) + latticeNoise(x + 61, y + 17 * (x >> 8) + 29) - 1)
      const from = inDish && x >= left && x < left + dish.width ? ((y - top) * dish.width + x - left) * 4 : -1
      const alpha = from < 0 ? 0 : dish.data[from + 3] / 255
      const shone = alpha * BOUNCE * (1 - body[x])
      for (let c = 0; c < 3; c++) {
        const lit = set[at + c] * light[x]
        const behind = CODES[clamp(lit * STEPS, 0, STEPS) | 0] + grain
        if (alpha === 0) {
          data[to + c] = clamp(behind + 0.5, 0, 255)
          continue
        }
        const own = LINEAR[dish.data[from + c]]
        const wrapped = own + (Math.min(1, set[at + c]) - own) * shone
        const front = CODES[(wrapped * STEPS) | 0]
        data[to + c] = clamp(behind + (front - behind) * alpha + 0.5, 0, 255)
      }
    }
  }
  return { data, width, height, channels: 3 }
}

/** Interpolates a row of a small plane to the frame's width. */
const interpolateRow = ({ data, width, height }: Plane, y: number, rows: number, row: Float32Array): void => {
  const at = clamp(((y + 0.5) * height) / rows - 0.5, 0, height - 1)
  const upper = Math.floor(at) * width
  const lower = Math.min(height - 1, Math.floor(at) + 1) * width
  const down = at - Math.floor(at)
  for (let x = 0; x < row.length; x++) {
    const place = clamp(((x + 0.5) * width) / row.length - 0.5, 0, width - 1)
    const left = Math.floor(place)
    const right = Math.min(width - 1, left + 1)
    const across = place - left
    const a = data[upper + left] * (1 - across) + data[upper + right] * across
    const b = data[lower + left] * (1 - across) + data[lower + right] * across
    row[x] = a + (b - a) * down
  }
}
