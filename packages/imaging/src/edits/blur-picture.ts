import sharp from 'sharp'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Deviation of the blur as a share of the long side: without strength, and at full strength. */
const LEAST = 0.002
const MOST = 0.02
/** Deviation that is blurred at once. A stronger blur works on a smaller copy, which looks the same and is faster. */
const AT_ONCE = 3

/**
 * Blurs a picture. With a mask, only what is in it contributes, so that a sharp dish does not glow into its blurred
 * background; the caller blends the result through the mask.
 *
 * @param strength 0 to 1
 * @returns a picture of the same size and channels; the given one is not changed
 */
export async function blurPicture(pixels: Pixels, strength: number, mask?: SoftMask): Promise<Pixels> {
  const { width, height, channels } = pixels
  const deviation = (LEAST + (MOST - LEAST) * strength) * Math.max(width, height)
  const reduce = Math.max(1, Math.floor(deviation / AT_ONCE))
  const small = { width: Math.max(1, Math.round(width / reduce)), height: Math.max(1, Math.round(height / reduce)) }
  const { data, channels: given } = mask ? await weighted(pixels, mask) : pixels
  const reduced = await sharp(data, { raw: { width, height, channels: given }, limitInputPixels: false })
    .resize({ ...small, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const blurred = await sharp(reduced, { raw: { ...small, channels: given } })
    .blur(Math.max(0.3, deviation / reduce))
    .raw()
    .toBuffer()
  const large = await sharp(blurred, { raw: { ...small, channels: given } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { data: mask ? withAlphaOf(pixels, large) : large, width, height, channels }
}

/** The picture with the mask as its alpha, which weights the colours of the blur. */
async function weighted(pixels: Pixels, mask: SoftMask): Promise<Pixels> {
  const { data, width, height, channels } = pixels
  const weights = await resizeMask(mask, pixels)
  const out = new Uint8Array(4 * width * height)
  for (let i = 0; i < weights.length; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = data[channels * i + c]
    out[4 * i + 3] = channels === 4 ? Math.round((weights[i] * data[4 * i + 3]) / 255) : weights[i]
  }
  return { data: out, width, height, channels: 4 }
}

/** The colours of a blurred copy with the alpha that the picture had. */
function withAlphaOf({ data, width, height, channels }: Pixels, blurred: Uint8Array): Uint8Array {
  const out = new Uint8Array(width * height * channels)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) out[channels * i + c] = blurred[4 * i + c]
    if (channels === 4) out[4 * i + 3] = data[4 * i + 3]
  }
  return out
}
