import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Size } from '../raster/geometry.ts'

/** Keeps a side on a whole pixel from growing by one because of a rounding error. */
const ROUNDING = 1e-6

/**
 * The pixels that a box touches, as an area: 255 inside, 0 elsewhere. Parts outside the picture are cut off.
 *
 * @param box in fractions of the sides from the top left
 */
export function boxArea(
  { width, height }: Size,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Uint8Array {
  const area = new Uint8Array(width * height)
  const from = (share: number, length: number) => clamp(Math.floor(share * length + ROUNDING), 0, length)
  const to = (share: number, length: number) => clamp(Math.ceil(share * length - ROUNDING), 0, length)
  const [left, right] = [from(box.x, width), to(box.x + box.width, width)]
  const [top, bottom] = [from(box.y, height), to(box.y + box.height, height)]
  if (right <= left) return area
  for (let y = top; y < bottom; y++) area.fill(255, y * width + left, y * width + right)
  return area
}
