import sharp from 'sharp'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import type { DishExtent } from './place-in-frame.ts'

/** The dish by itself: its part of the photo, in the size it will have if that is smaller, with its part of the mask. */
export interface ExtractedDish {
  readonly pixels: Pixels
  readonly subject: Subject
  /** Where the box of the dish begins in it, in its own pixels. */
  readonly left: number
  readonly top: number
}

/** Room around the dish that the cut-out's soft edge needs, as a share of the mask. */
const MARGIN = 0.02

/**
 * Takes out the part of the photo that holds the dish. It is made smaller here, before anything is done to it, and
 * larger only at the end.
 *
 * @param scale of the result against the photo
 */
export async function extractDish(
  pixels: Pixels,
  subject: Subject,
  { box }: DishExtent,
  scale: number,
): Promise<ExtractedDish> {
  const { width, height, channels } = pixels
  const margin = Math.ceil(MARGIN * Math.max(subject.width, subject.height))
  const left = Math.max(0, box.left - margin)
  const top = Math.max(0, box.top - margin)
  const right = Math.min(subject.width, box.left + box.width + margin)
  const bottom = Math.min(subject.height, box.top + box.height + margin)
  const [x, y] = [width / subject.width, height / subject.height]
  const part = {
    left: Math.floor(left * x),
    top: Math.floor(top * y),
    width: Math.max(1, Math.min(width, Math.ceil(right * x)) - Math.floor(left * x)),
    height: Math.max(1, Math.min(height, Math.ceil(bottom * y)) - Math.floor(top * y)),
  }
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
  const alpha = new Uint8Array((right - left) * (bottom - top))
  for (let row = top; row < bottom; row++) {
    const from = row * subject.width
    alpha.set(subject.alpha.subarray(from + left, from + right), (row - top) * (right - left))
  }
  return {
    pixels: { data, ...size, channels },
    subject: { ...subject, alpha, width: right - left, height: bottom - top },
    left: Math.round((box.left * x - part.left) * less),
    top: Math.round((box.top * y - part.top) * less),
  }
}

/** Enlarges a cut-out; its colours are weighted by its alpha, so that nothing of the outside comes in. */
export async function enlargeCutOut({ data, width, height }: Pixels, scale: number): Promise<Pixels> {
  const size = { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
  const larger = await sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .resize({ ...size, fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer()
  return { data: larger, ...size, channels: 4 }
}
