import { encodeLight, LINEAR } from '../colour/linear-light.ts'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { interpolateRow } from '../raster/planes/interpolate-row.ts'
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
