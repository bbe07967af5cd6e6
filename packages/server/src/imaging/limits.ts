import { ServiceError } from '../errors.ts'

/** What a picture may weigh and measure before it is decoded. */
export interface ImageLimits {
  readonly maxBytes: number
  readonly maxPixels: number
  readonly maxSide: number
}

export const DEFAULT_LIMITS: ImageLimits = { maxBytes: 25_000_000, maxPixels: 50_000_000, maxSide: 12_000 }

const megapixels = (pixels: number) => `${(pixels / 1e6).toFixed(1).replace(/\.0$/, '')} megapixels`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).replace(/\.0$/, '')} MB`

export const tooLarge = (sentence: string) => new ServiceError('image_too_large', sentence)

/** @throws ServiceError `image_too_large`, naming the figure and the limit */
export const refuseTooLarge = (width: number, height: number, { maxPixels, maxSide }: ImageLimits): void => {
  const side = Math.max(width, height)
  if (side > maxSide) {
    throw tooLarge(
      `The picture is ${side.toLocaleString('en')} pixels on its long side; at most ${maxSide.toLocaleString('en')} are accepted.`,
    )
  }
  if (width * height > maxPixels) {
    throw tooLarge(`The picture has ${megapixels(width * height)}; at most ${megapixels(maxPixels)} are accepted.`)
  }
}
