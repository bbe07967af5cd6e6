import sharp from 'sharp'
import type { Pixels } from '../pixels.ts'

/** Long side of the copy on which photos are measured. */
const ANALYSIS_SIDE = 512

/**
 * The analysis copy of a picture: a small RGB copy on which everything is measured and decided. A picture that is small
 * already is copied at its size. Transparent parts become white.
 */
export const makeAnalysisCopy = async (
  { data, width, height, channels }: Pixels,
  side = ANALYSIS_SIDE,
): Promise<Pixels> => {
  const small = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: small.data, width: small.info.width, height: small.info.height, channels: 3 }
}
