import sharp from 'sharp'
import type { Size } from '../geometry.ts'
import type { Plane } from '../planes/plane.ts'
import type { SoftMask } from './soft-mask.ts'

/** The alpha of a mask in another size, interpolated linearly. The same array is returned where the size is the same. */
export async function resizeMask({ alpha, ...size }: SoftMask, { width, height }: Size): Promise<Uint8Array> {
  if (size.width === width && size.height === height) return alpha
  return sharp(alpha, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: false })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

/** A mask in another size, as numbers of 0–1. */
export async function maskPlane(mask: SoftMask, { width, height }: Size): Promise<Plane> {
  const values = await resizeMask(mask, { width, height })
  return { data: new Float32Array(values).map((value) => value / 255), width, height }
}
