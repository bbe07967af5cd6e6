import sharp from 'sharp'
import type { Box, Size } from '../geometry.ts'
import type { Pixels } from '../pixels.ts'

/** Resizes a picture, or a part of it, to exactly a size. */
export async function resizeTo(
  { data, width, height, channels }: Pixels,
  { width: wide, height: high }: Size,
  part: Box = { left: 0, top: 0, width, height },
): Promise<Pixels> {
  const made = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .extract(part)
    .resize({ width: wide, height: high, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return { data: made, width: wide, height: high, channels }
}
