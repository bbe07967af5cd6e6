import sharp from 'sharp'
import { xmpPacket } from './encode-image.ts'

/** A mask as a grey PNG: white where it is. Of whoever made the photo it says nothing, of what it is as much as any result. */
export const encodeMask = (mask: { alpha: Uint8Array; width: number; height: number }): Promise<Uint8Array> =>
  sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .toColourspace('b-w')
    .withXmp(xmpPacket('algorithmicallyEnhanced', {}))
    .png({ compressionLevel: 6 })
    .toBuffer()
