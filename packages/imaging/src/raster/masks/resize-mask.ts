import sharp from 'sharp'
import type { Size } from '../geometry.ts'
import type { Plane } from '../planes/plane.ts'
import type { SoftMask } from './soft-mask.ts'

/**
 * The alpha of a mask in another size, interpolated linearly. Pixels are areas, so every edge stays at its fraction of the
 * sides. The same array is returned where the size is the same.
 */
export async function resizeMask(mask: SoftMask, size: Size): Promise<Uint8Array> {
  const { width, height } = { width: Math.min(mask.width, size.width), height: Math.min(mask.height, size.height) }
  const isSame = mask.width === width && mask.height === height
  const alpha = isSame ? mask.alpha : await reduce(mask, { width, height })
  return width === size.width && height === size.height ? alpha : enlarge({ alpha, width, height }, size)
}

/** A mask in another size, as numbers of 0–1. */
export async function maskPlane(mask: SoftMask, { width, height }: Size): Promise<Plane> {
  const values = await resizeMask(mask, { width, height })
  return { data: new Float32Array(values).map((value) => value / 255), width, height }
}

const reduce = ({ alpha, ...size }: SoftMask, { width, height }: Size): Promise<Uint8Array> =>
  sharp(alpha, { raw: { width: size.width, height: size.height, channels: 1 }, limitInputPixels: false })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()

/** sharp is not used here: what it enlarges lies half a new pixel to the right and below its place. */
function enlarge({ alpha, width, height }: SoftMask, size: Size): Uint8Array {
  const { first, second, share } = neighbours(width, size.width)
  const rows = neighbours(height, size.height)
  const large = new Uint8Array(size.width * size.height)
  const mixed = new Float32Array(width)
  for (let y = 0, to = 0; y < size.height; y++) {
    const [upper, lower, down] = [rows.first[y] * width, rows.second[y] * width, rows.share[y]]
    for (let x = 0; x < width; x++) mixed[x] = alpha[upper + x] + down * (alpha[lower + x] - alpha[upper + x])
    for (let x = 0; x < size.width; x++, to++) {
      const left = mixed[first[x]]
      large[to] = left + share[x] * (mixed[second[x]] - left) + 0.5
    }
  }
  return large
}

/** The two pixels of `from` between whose centres each of `to` pixels lies, and the share of the second. */
function neighbours(from: number, to: number) {
  const [first, second, share] = [new Int32Array(to), new Int32Array(to), new Float32Array(to)]
  for (let i = 0; i < to; i++) {
    const at = Math.max(0, ((i + 0.5) * from) / to - 0.5)
    first[i] = Math.min(from - 1, Math.floor(at))
    second[i] = Math.min(from - 1, first[i] + 1)
    share[i] = at - first[i]
  }
  return { first, second, share }
}
