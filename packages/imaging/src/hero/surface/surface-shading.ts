import { LINEAR } from '../../colour/linear-light.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { BackdropMaterial } from './backdrop-materials.ts'
import { DISH_CM, projectRow, type SurfaceView } from './ground-projection.ts'
import { TEXTURES } from './surface-textures.ts'

/** The direction of the key light. Its distance and height, in dishes, are constants. */
export interface KeyLight {
  /** Towards the light in the picture; x is negative for a light from the left. */
  readonly x: number
  readonly y: number
  /** How many times farther away it stands than for a single dish; 1 without it. */
  readonly reach?: number
}

const AWAY = 1.15
const HIGH = 1.35
/** Factor on the light of the wall behind the surface. */
const BEHIND = 0.72

/** Shades one row of the empty backdrop: linear red, green and blue for each pixel. */
export function shadeSurfaceRow(
  material: BackdropMaterial,
  view: SurfaceView,
  key: KeyLight,
  y: number,
  row: Float32Array,
): void {
  const texture = TEXTURES[material.texture]
  const colour = material.colour.map((code) => LINEAR[code]) as [number, number, number]
  const { depth } = material
  const { down, step, finest, behind } = projectRow(view, y)
  const lampX = key.x * AWAY
  const lampY = key.y * AWAY
  const middle = AWAY * AWAY * (key.x * key.x + key.y * key.y) + HIGH * HIGH
  const unit = DISH_CM * (key.reach ?? 1)
  const far = clamp(down / unit, -3, 3)
  const dark = 1 - (1 - BEHIND) * behind * material.falloff
  for (let x = 0, at = 0; x < row.length / 3; x++, at += 3) {
    const across = (x + 0.5 - view.x) * step
    const side = across / unit
    const here = (side - lampX) ** 2 + (far - lampY) ** 2 + HIGH * HIGH
    const arriving = clamp((middle / here) ** (1.5 * material.falloff), 0.12, 1.14)
    const structure = behind < 1 ? 1 + (texture(across, down, finest) - 1) * (1 - behind) : 1
    const light = arriving * dark
    row[at] = colour[0] * light * (depth ? structure ** depth[0] : structure)
    row[at + 1] = colour[1] * light * (depth ? structure ** depth[1] : structure)
    row[at + 2] = colour[2] * light * (depth ? structure ** depth[2] : structure)
  }
}
