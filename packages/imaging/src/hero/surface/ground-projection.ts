import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'

/** How the camera sees the surface under the dish. Lengths on it are in centimetres, for a dish of the usual size. */
export interface SurfaceView {
  /** Where the dish stands in the frame, and the pixels of a centimetre there. */
  readonly x: number
  readonly y: number
  readonly perCm: number
  /** Sine of the angle at which the camera looks down: 1 from straight above. */
  readonly tilt: number
}

/** Width of a dinner plate; few dishes are much larger or smaller. */
export const DISH_CM = 26
/** Strength of the perspective for a camera that looks from the side. */
const PERSPECTIVE = 0.5
/** Depths (in dishes) between which the surface fades into the wall behind it. */
const SURFACE_ENDS = [1.3, 3.4] as const

export interface ProjectedRow {
  /** Distance from the dish in the direction of view, in centimetres; negative behind the dish. */
  readonly down: number
  /** Centimetres to the side for each pixel. */
  readonly step: number
  /** The finest detail that the lens resolves here, in centimetres. */
  readonly finest: number
  /** 0 on the surface to 1 on the wall behind it. */
  readonly behind: number
}

/** Projects a row of pixels onto the surface. */
export const projectRow = ({ y: middle, perCm, tilt }: SurfaceView, y: number): ProjectedRow => {
  const rise = (y + 0.5 - middle) / (perCm * DISH_CM)
  const nearness = Math.max(0.04, tilt + PERSPECTIVE * (1 - tilt) * rise)
  const down = (rise / nearness) * DISH_CM
  const larger = nearness / tilt
  const step = 1 / (perCm * larger)
  const depth = -down / DISH_CM
  const blur = 0.012 + (1 - tilt) * 0.035 * Math.abs(down)
  return { down, step, finest: Math.max(2.2 * step, blur), behind: tilt < 1 ? smoothstep(...SURFACE_ENDS, depth) : 0 }
}
