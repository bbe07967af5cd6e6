import { ImageError } from '../../image-error.ts'

/** Limits on a file and its picture, checked before it is decoded. */
export interface ImageLimits {
  readonly maxBytes: number
  readonly maxPixels: number
  readonly maxSide: number
  /** The most pixels that the super-resolution network gets. More would not be finished within the deadline. */
  readonly maxDetailPixels: number
  /** Memory that decoding a picture may take, in bytes. */
  readonly maxMemoryBytes: number
}

export const DEFAULT_LIMITS: ImageLimits = {
  maxBytes: 25_000_000,
  maxPixels: 50_000_000,
  maxSide: 12_000,
  maxDetailPixels: 4_000_000,
  maxMemoryBytes: Number.POSITIVE_INFINITY,
}

/** Rounded up, so that a value just above a limit is not printed as the limit. */
const millions = (value: number) => Math.ceil(value / 1e4) / 100
const megapixels = (pixels: number) => `${millions(pixels)} megapixels`
export const megabytes = (bytes: number) => `${millions(bytes)} MB`

export const imageTooLarge = (sentence: string) => new ImageError('image_too_large', sentence)

/** @throws ImageError `image_too_large` if decoding needs more memory than the server has for pictures */
export const refuseBeyondMemory = (
  bytes: number,
  { name, width, height }: { name: string; width: number; height: number },
  { maxMemoryBytes }: ImageLimits,
): void => {
  if (bytes <= maxMemoryBytes) return
  throw imageTooLarge(
    `This ${name} file of ${width.toLocaleString('en')} x ${height.toLocaleString('en')} pixels takes about ${Math.ceil(bytes / 1e6)} MB of memory to decode, and this server has ${Math.floor(maxMemoryBytes / 1e6)} MB for pictures (PLATELIGHT_MEMORY_MB). Send it smaller, or as a baseline JPEG, which takes less.`,
  )
}

/** @throws ImageError `image_too_large`, naming the value and the limit */
export const refuseTooLarge = (width: number, height: number, { maxPixels, maxSide }: ImageLimits): void => {
  const side = Math.max(width, height)
  if (side > maxSide) {
    throw imageTooLarge(
      `The picture is ${side.toLocaleString('en')} pixels on its long side; at most ${maxSide.toLocaleString('en')} are accepted.`,
    )
  }
  if (width * height > maxPixels) {
    throw imageTooLarge(`The picture has ${megapixels(width * height)}; at most ${megapixels(maxPixels)} are accepted.`)
  }
}
