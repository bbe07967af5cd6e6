import sharp from 'sharp'
import type { Size } from './geometry.ts'
import type { Pixels } from './pixels.ts'

/** What tells a picture from others: its size, and a grey copy of 32 x 32 pixels. */
export interface PictureSign extends Size {
  readonly grey: Uint8Array
}

const SIDE = 32

/** The sign of a picture. The same pixels have the same sign. */
export async function pictureSign({ data, width, height, channels }: Pixels): Promise<PictureSign> {
  const grey = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .flatten()
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { width, height, grey: Uint8Array.from(grey) }
}

/**
 * How alike two pictures are, whatever their light: the correlation of their signs, up to 1. Pictures of different sizes are not,
 * which is -1.
 */
export function pictureLikeness(one: PictureSign, other: PictureSign): number {
  if (one.width !== other.width || one.height !== other.height) return -1
  if (one.grey.every((value, i) => value === other.grey[i])) return 1
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [a, b] = [mean(one.grey), mean(other.grey)]
  let [both, first, second] = [0, 0, 0]
  for (let i = 0; i < one.grey.length; i++) {
    const [x, y] = [one.grey[i] - a, other.grey[i] - b]
    both += x * y
    first += x * x
    second += y * y
  }
  return both === 0 ? 0 : Math.min(1 - Number.EPSILON, both / Math.sqrt(first * second))
}
