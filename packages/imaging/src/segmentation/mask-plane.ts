import sharp from 'sharp'
import type { Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** The subject's mask in another size, 0–1. */
export async function maskPlane({ alpha, width, height }: SoftMask, size: Size): Promise<Plane> {
  const same = width === size.width && height === size.height
  const values = same
    ? alpha
    : await sharp(alpha, { raw: { width, height, channels: 1 }, limitInputPixels: false })
        .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
        .toColourspace('b-w')
        .raw()
        .toBuffer()
  return { data: new Float32Array(values).map((value) => value / 255), width: size.width, height: size.height }
}
