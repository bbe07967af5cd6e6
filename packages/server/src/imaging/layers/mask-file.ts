import sharp from 'sharp'

/** A mask as a grey PNG: white where it is. It is no photo, so it carries no word on how it was made. */
export const encodeMask = (mask: { alpha: Uint8Array; width: number; height: number }): Promise<Uint8Array> =>
  sharp(mask.alpha, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 6 })
    .toBuffer()
