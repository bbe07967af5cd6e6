import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { distanceTransform } from '../raster/masks/distance-transform.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** Long side of the grid on which distances are computed. */
const GRID = 256
/** Alpha from which a pixel may be part of the dish. */
const MIN_ALPHA = 12
/** Distance over which the falloff rises from 0 to 1, as a share of the long side. */
const FEATHER = 0.14

/** The mask on a coarse grid: 0 where any pixel of a cell may belong to the dish, 1 elsewhere. */
const coarseCells = ({ alpha, width, height }: SoftMask): { bits: Uint8Array; width: number; height: number } => {
  const scale = Math.min(1, GRID / Math.max(width, height))
  const across = Math.max(1, Math.round(width * scale))
  const down = Math.max(1, Math.round(height * scale))
  const bits = new Uint8Array(across * down).fill(1)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * down) / height) * across
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x] >= MIN_ALPHA) bits[row + Math.floor((x * across) / width)] = 0
    }
  }
  return { bits, width: across, height: down }
}

/**
 * A weight that rises with the distance from the dish: exactly 0 on it and right beside it, so that an edit scaled by it
 * changes no pixel of the dish, then smoothly to 1. Its transition is too wide to be seen.
 */
export const distanceFalloff = (subject: SoftMask): Plane => {
  const around = coarseCells(subject)
  const { bits, width, height } = around
  if (!bits.includes(0)) return { data: new Float32Array(bits.length), width, height }
  const feather = FEATHER * Math.max(width, height)
  const data = distanceTransform(around).map((distance) => smoothstep(2, 2 + feather, distance))
  return { data, width, height }
}
