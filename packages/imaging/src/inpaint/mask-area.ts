import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Size } from '../raster/geometry.ts'
import { lumaOf } from '../raster/luma.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Luma up to which a mask counts as black, and from which as white: JPEG leaves grey around edges. */
const [BLACK, WHITE] = [24, 232]

/**
 * A drawn mask as the area to edit, in the size of a picture. Bright and opaque pixels are edited; grey ones by as much as
 * they are bright.
 */
export async function maskArea({ data, channels, ...size }: Pixels, picture: Size): Promise<Uint8Array> {
  const alpha = new Uint8Array(size.width * size.height)
  for (let i = 0, at = 0; i < alpha.length; i++, at += channels) {
    const light = lumaOf(data[at], data[at + 1], data[at + 2])
    const seen = channels === 4 ? (light * data[at + 3]) / 255 : light
    alpha[i] = Math.round(255 * clamp((seen - BLACK) / (WHITE - BLACK), 0, 1))
  }
  return resizeMask({ alpha, ...size }, picture)
}
