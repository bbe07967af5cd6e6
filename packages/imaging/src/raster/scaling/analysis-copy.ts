import sharp from 'sharp'
import type { Pixels } from '../pixels.ts'

/** Everything is measured and decided on a copy of this many pixels on the long side. */
const ANALYSIS_SIDE = 512

/** The small copy, RGB only; pictures already that small are copied as they are. Transparent parts count as white. */
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
