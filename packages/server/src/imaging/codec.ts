import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { ServiceError } from '../errors.ts'
import { type Credits, creditsFromExif } from './exif.ts'
import type { Pixels } from './pixels.ts'
import { type AcceptedFormat, formatName, sniff } from './sniff.ts'

// One thread a picture (the pool has one worker a core), nothing kept between pictures, and of libvips' forty readers
// only the three that are promised: what cannot be opened cannot be attacked.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** What a picture may weigh and measure before it is decoded. */
export interface ImageLimits {
  readonly maxBytes: number
  readonly maxPixels: number
  readonly maxSide: number
}

export const DEFAULT_LIMITS: ImageLimits = { maxBytes: 25_000_000, maxPixels: 50_000_000, maxSide: 12_000 }

/** What the header says; width and height are those of the upright picture. */
export interface ImageInfo {
  readonly format: AcceptedFormat
  readonly width: number
  readonly height: number
  /** EXIF orientation 1–8, as stored; already taken into account in width and height. */
  readonly orientation: number
  readonly hasAlpha: boolean
  readonly hasProfile: boolean
  /** Who made it and who owns it, from EXIF; kept in every result. */
  readonly credits: Credits
}

const megapixels = (pixels: number) => `${(pixels / 1e6).toFixed(1).replace(/\.0$/, '')} megapixels`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).replace(/\.0$/, '')} MB`

const tooLarge = (sentence: string) => new ServiceError('image_too_large', sentence)

const refuseTooLarge = (width: number, height: number, { maxPixels, maxSide }: ImageLimits): void => {
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

/** `error` refuses what is cut off or broken and lets through the harmless warnings of phone makers' files. */
const readOptions = (limits: ImageLimits): SharpOptions => ({ failOn: 'error', limitInputPixels: limits.maxPixels })

/**
 * Reads the header, and refuses what is too large before a single pixel is decoded.
 *
 * @param bytes the file
 * @param limits default 25 MB, 50 megapixels, 12,000 pixels a side
 * @throws ServiceError `unsupported_image`, `image_unreadable`, `image_too_large`
 * @example const { width, height } = await inspect(await readFile('dish.jpg'))
 */
export const inspect = async (bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<ImageInfo> => {
  const format = sniff(bytes)
  if (bytes.length > limits.maxBytes) {
    throw tooLarge(`The file is ${megabytes(bytes.length)}; at most ${megabytes(limits.maxBytes)} are accepted.`)
  }
  let header: Metadata
  try {
    // The limit is ours to apply, so that the refusal can name the figure; a header read allocates no pixels.
    header = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata()
  } catch {
    throw new ServiceError('image_unreadable', `The ${formatName(format)} file is damaged: its header cannot be read.`)
  }
  const { width, height } = header.autoOrient
  refuseTooLarge(width, height, limits)
  return {
    format,
    width,
    height,
    orientation: header.orientation ?? 1,
    hasAlpha: header.hasAlpha ?? false,
    hasProfile: header.icc !== undefined,
    credits: header.exif ? creditsFromExif(header.exif) : {},
  }
}

const isOpaque = (data: Uint8Array): boolean => {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false
  return true
}

const withoutAlpha = ({ data, width, height }: Pixels): Pixels => {
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from] as number
    rgb[to + 1] = data[from + 1] as number
    rgb[to + 2] = data[from + 2] as number
  }
  return { data: rgb, width, height, channels: 3 }
}

/**
 * Decodes once: upright, converted to sRGB through the embedded profile, 8 bits, RGB, or RGBA where anything is
 * actually transparent. Of an animation the first frame.
 *
 * @param limits as given to {@link inspect}, which must have let the file through
 * @throws ServiceError `image_unreadable` when the file is cut off or damaged
 */
export const decode = async (bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<Pixels> => {
  const format = sniff(bytes)
  try {
    const { data, info } = await sharp(bytes, readOptions(limits))
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const channels: number = info.channels
    if (channels === 3) return { data, width, height, channels }
    if (channels === 4) {
      const pixels: Pixels = { data, width, height, channels }
      return isOpaque(data) ? withoutAlpha(pixels) : pixels
    }
    throw new Error(`decoded to ${channels} channels`)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : ''
    const what = /premature|truncated|end of (image|file|data|stream)|read error/i.test(problem) ? 'cut off' : 'damaged'
    throw new ServiceError(
      'image_unreadable',
      `The ${formatName(format)} file is ${what} and cannot be read to its end.`,
    )
  }
}
