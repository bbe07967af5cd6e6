import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import sharp from 'sharp'

const SUBJECT_SIDE = 1024

/** The copy of a photo on which its subject is found. */
export async function subjectCopy({ data, width, height, channels }: Pixels): Promise<Pixels> {
  const scale = Math.min(1, SUBJECT_SIDE / Math.max(width, height))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const small = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .removeAlpha()
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return { data: small, ...size, channels: 3 }
}
