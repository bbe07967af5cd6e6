import { smoothstep } from '../raster/clamp-and-smoothstep.ts'

/** How the camera sees the surface under a dish: everything on it in centimetres, for a dish of the usual size. */
export interface SurfaceView {
  /** Where the dish stands in the frame, and how many pixels a centimetre takes there. */
  readonly x: number
  readonly y: number
  readonly perCm: number
  /** Sine of the angle at which the camera looks down: 1 from straight above. */
  readonly tilt: number
}

/** A dinner plate; what is shown is seldom much larger or smaller. */
export const DISH_CM = 26
/** How much nearer things are drawn larger, for a camera that looks from the side. */
const PERSPECTIVE = 0.5
/** Depths (in dishes) between which the surface goes over into what is behind it. */
const SURFACE_ENDS = [1.3, 3.4] as const

export interface ProjectedRow {
  /** Distance from the dish along the view, in centimetres, away from the camera negative. */
  readonly down: number
  /** Centimetres to the side that a pixel takes. */
  readonly step: number
  /** The finest detail that the lens resolves here, in centimetres. */
  readonly finest: number
  /** 0 surface to 1 what is behind it. */
  readonly behind: number
}

/** One row of pixels as a line on the surface. */
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
