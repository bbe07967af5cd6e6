import sharp from 'sharp'
import type { Pixels } from '../raster/pixels.ts'
import { turnAndCrop } from '../retouch/faults/straighten.ts'

/**
 * Turns a picture clockwise. At other angles than right ones it is cropped to its own shape, so that no corner is empty.
 *
 * @param degrees 0 to 360
 */
export async function turnPicture(pixels: Pixels, degrees: number): Promise<Pixels> {
  const { channels } = pixels
  if (degrees % 360 === 0) return pixels
  // The nearest right angle first: a large turn of the rest would crop far too much.
  const right = (Math.round(degrees / 90) * 90) % 360
  const rest = degrees - Math.round(degrees / 90) * 90
  const turned = right === 0 ? pixels : await turnRight(pixels, right)
  if (rest === 0) return turned
  const { data, width, height } = await turnAndCrop(turned, -rest)
  return { data, width, height, channels }
}

async function turnRight({ data, width, height, channels }: Pixels, degrees: number): Promise<Pixels> {
  const made = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .rotate(degrees)
    .raw()
    .toBuffer()
  return degrees === 180
    ? { data: made, width, height, channels }
    : { data: made, width: height, height: width, channels }
}

/** Mirrors a picture: `horizontal` exchanges left and right. */
export async function mirrorPicture(pixels: Pixels, axis: 'horizontal' | 'vertical'): Promise<Pixels> {
  const { data, width, height, channels } = pixels
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
  const made = await (axis === 'horizontal' ? image.flop() : image.flip()).raw().toBuffer()
  return { data: made, width, height, channels }
}
