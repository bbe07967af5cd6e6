import sharp from 'sharp'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { xmpPacket } from './encode-image.ts'

/** Encodes a mask as a grey PNG, white where the mask is. Its metadata hold the source type and no credits. */
export const encodeMask = (mask: SoftMask): Promise<Uint8Array> =>
  sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .toColourspace('b-w')
    .withXmp(xmpPacket('algorithmicallyEnhanced', {}))
    .png({ compressionLevel: 6 })
    .toBuffer()
