import sharp from 'sharp'
import { xmpPacket } from './encode-image.ts'

/** Encodes a mask as a grey PNG, white where the mask is. Its metadata hold the source type and no credits. */
export const encodeMask = (mask: { alpha: Uint8Array; width: number; height: number }): Promise<Uint8Array> =>
  sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .toColourspace('b-w')
    .withXmp(xmpPacket('algorithmicallyEnhanced', {}))
    .png({ compressionLevel: 6 })
    .toBuffer()
