import sharp from 'sharp'
import { growBox, scaleBox } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import type { DishExtent } from './place-in-frame.ts'

/** The part of the photo that holds the dish, reduced if the result is smaller, with its part of the mask. */
export interface ExtractedDish {
  readonly pixels: Pixels
  readonly subject: Subject
  /** Where the box of the dish begins, in pixels of this part. */
  readonly left: number
  readonly top: number
}

/** Margin for the soft edge of the cut-out, as a share of the mask's long side. */
const MARGIN = 0.02

/**
 * Extracts the part of the photo that holds the dish. It is reduced here, before any other step, and enlarged only at the
 * end.
 *
 * @param scale of the result relative to the photo
 */
export async function extractDish(
  pixels: Pixels,
  subject: Subject,
  { box }: DishExtent,
  scale: number,
): Promise<ExtractedDish> {
  const { width, height, channels } = pixels
  const margin = Math.ceil(MARGIN * Math.max(subject.width, subject.height))
  const inMask = growBox(box, margin, margin, subject)
  const inPhoto = scaleBox(inMask, subject, pixels)
  const part = { ...inPhoto, width: Math.max(1, inPhoto.width), height: Math.max(1, inPhoto.height) }
  const less = Math.min(1, scale)
  const size = {
    width: Math.max(1, Math.ceil(part.width * less)),
    height: Math.max(1, Math.ceil(part.height * less)),
  }
  const data = await sharp(pixels.data, { raw: { width, height, channels }, limitInputPixels: false })
    .extract(part)
    .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const alpha = new Uint8Array(inMask.width * inMask.height)
  for (let row = 0; row < inMask.height; row++) {
    const from = (inMask.top + row) * subject.width + inMask.left
    alpha.set(subject.alpha.subarray(from, from + inMask.width), row * inMask.width)
  }
  return {
    pixels: { data, ...size, channels },
    subject: { ...subject, alpha, width: inMask.width, height: inMask.height },
    left: Math.round((box.left * (width / subject.width) - part.left) * less),
    top: Math.round((box.top * (height / subject.height) - part.top) * less),
  }
}

/** Enlarges a cut-out. Colours are weighted by alpha, so that no colour from outside bleeds in. */
export async function enlargeCutOut({ data, width, height }: Pixels, scale: number): Promise<Pixels> {
  const size = { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
  const larger = await sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .resize({ ...size, fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer()
  return { data: larger, ...size, channels: 4 }
}
