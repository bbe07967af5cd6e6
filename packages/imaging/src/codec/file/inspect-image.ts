import sharp, { type Metadata } from 'sharp'
import { ImageError } from '../../image-error.ts'
import { relabelLab } from '../decode/cielab-tiff.ts'
import { type HeifPicture, readHeifPicture, UnsupportedCoding } from '../heif/heif-picture.ts'
import { readCredits } from '../metadata/credit-metadata.ts'
import type { Credits } from '../metadata/exif-reader.ts'
import { type DecodingFacts, decodingMemory } from './decoding-memory.ts'
import { ACCEPTED_HINT, type AcceptedFormat, formatName } from './image-formats.ts'
import {
  DEFAULT_LIMITS,
  type ImageLimits,
  imageTooLarge,
  megabytes,
  refuseBeyondMemory,
  refuseTooLarge,
} from './image-limits.ts'
import '../decode/libvips-loaders.ts'
import { isHighDynamicRange } from '../../colour/colour-profiles.ts'
import { describedProfile } from '../decode/described-profile.ts'
import { readableFile } from '../decode/readable-file.ts'
import { readTiff } from '../metadata/tiff-directory.ts'
import { sniffFormat } from './sniff-format.ts'
import { refusePadding } from './strip-padding.ts'

/** The facts in the header of a file. */
export interface ImageInfo {
  readonly format: AcceptedFormat
  /** Size of the upright picture. */
  readonly width: number
  readonly height: number
  /** EXIF orientation 1–8, as stored; width and height already take it into account. */
  readonly orientation: number
  readonly hasAlpha: boolean
  readonly hasProfile: boolean
  /** Most memory that decoding it takes, in bytes. */
  readonly decodingBytes: number
  /** The creator and the owner, which are kept in every result. */
  readonly credits: Credits
}

/**
 * Reads the header of a file and refuses what is too large, without decoding any pixels.
 *
 * @param bytes the file
 * @param limits default 25 MB, 50 megapixels, 12,000 pixels a side
 * @throws ImageError `unsupported_image`, `image_unreadable`, `image_too_large`
 * @example const { width, height } = await inspectImage(await readFile('dish.jpg'))
 */
export const inspectImage = async (bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<ImageInfo> => {
  const format = sniffFormat(bytes)
  if (bytes.length > limits.maxBytes) {
    throw imageTooLarge(`The file is ${megabytes(bytes.length)}; at most ${megabytes(limits.maxBytes)} are accepted.`)
  }
  if (format === 'avif' || format === 'heic') return inspectHeif(bytes, limits)
  if (format === 'tiff') refuseCyclicTiff(bytes)
  let header: Metadata
  try {
    // The size is checked below, so that the refusal can name it; reading the header allocates no pixels.
    const file = (format === 'tiff' && relabelLab(bytes)?.file) || readableFile(bytes, format)
    header = await sharp(file, { failOn: 'error', limitInputPixels: false }).metadata()
  } catch {
    throw damagedHeader(format)
  }
  refuseUnusualSamples(header, format)
  const { width, height } = header.autoOrient
  refuseTooLarge(width, height, limits)
  refusePadding(bytes, format, width * height)
  const memory = decodingMemory(decodingFacts(bytes, format, header))
  refuseBeyondMemory(memory, { name: formatName(format), width, height }, limits)
  return {
    format,
    width,
    height,
    decodingBytes: memory,
    orientation: header.orientation ?? 1,
    hasAlpha: header.hasAlpha ?? false,
    hasProfile: header.icc !== undefined,
    // An EXIF block has the structure of a TIFF file.
    credits: readCredits({ exif: format === 'tiff' ? bytes : header.exif, xmp: header.xmp, iptc: header.iptc }),
  }
}

const decodingFacts = (bytes: Uint8Array, format: AcceptedFormat, header: Metadata): DecodingFacts => {
  const { width, height, channels, depth, isProgressive, chromaSubsampling, orientation } = header
  const lab = format === 'tiff' && relabelLab(bytes) !== undefined
  return {
    format,
    pixels: width * height,
    fileBytes: bytes.length,
    channels,
    bits: depth === 'uchar' && !lab ? 8 : 16,
    progressive: isProgressive,
    fullColour: chromaSubsampling !== '4:2:0',
    turned: (orientation ?? 1) > 1,
    secondPass: lab || describedProfile(bytes, format, header) !== undefined,
  }
}

const damagedHeader = (format: AcceptedFormat) =>
  new ImageError('image_unreadable', `The ${formatName(format)} file is damaged: its header cannot be read.`)

/** Files with such samples hold measurements; nothing says how their numbers relate to light. */
const refuseUnusualSamples = ({ depth, space }: Metadata, format: AcceptedFormat): void => {
  if (depth === 'uchar' || depth === 'ushort' || space === 'labs') return
  throw new ImageError(
    'unsupported_image',
    `The ${formatName(format)} file has signed, floating-point or 32-bit samples. Save it with 8 or 16 bits a channel and send that.`,
  )
}

/** Most pages of a TIFF; opening it reads the directory of each. */
const MAX_PAGES = 1_000

const refuseCyclicTiff = (bytes: Uint8Array): void => {
  const tiff = readTiff(bytes)
  const seen = new Set<number>()
  for (let at = tiff?.first ?? 0; at !== 0; at = tiff?.directory(at)?.next ?? 0) {
    if (seen.has(at)) throw damagedHeader('tiff')
    seen.add(at)
    if (seen.size > MAX_PAGES) {
      throw imageTooLarge(
        `The TIFF file has more than ${MAX_PAGES.toLocaleString('en')} pages. Send the one page that you need.`,
      )
    }
  }
}

/** @throws ImageError `image_unreadable`, `unsupported_image` */
export const describeHeif = (bytes: Uint8Array, format: 'avif' | 'heic'): HeifPicture => {
  try {
    return readHeifPicture(bytes)
  } catch (error) {
    if (!(error instanceof UnsupportedCoding)) throw damagedHeader(format)
    throw new ImageError(
      'unsupported_image',
      `The picture in this ${formatName(format)} file is coded as "${error.message}", which is not supported. ${ACCEPTED_HINT}`,
    )
  }
}

/** Our own reader does this, because it runs in the calling thread and must not load the decoder. */
const inspectHeif = (bytes: Uint8Array, limits: ImageLimits): ImageInfo => {
  const picture = describeHeif(bytes, sniffFormat(bytes) as 'avif' | 'heic')
  const { coding, width, height, codedPixels, hasAlpha, profile, points, exif, xmp } = picture
  refuseTooLarge(width, height, limits)
  const format = coding === 'av1' ? 'avif' : 'heic'
  refusePadding(bytes, format, codedPixels)
  const memory = decodingMemory({
    format,
    pixels: codedPixels,
    fileBytes: bytes.length,
    channels: hasAlpha ? 4 : 3,
    bits: profile === undefined && points && isHighDynamicRange(points) ? 16 : 8,
    secondPass: profile === undefined && points !== undefined,
  })
  refuseBeyondMemory(memory, { name: formatName(format), width, height }, limits)
  return {
    format,
    decodingBytes: memory,
    width,
    height,
    // The file's own rotation is applied; decoders ignore the orientation in its EXIF block.
    orientation: 1,
    hasAlpha,
    hasProfile: profile !== undefined,
    credits: readCredits({ exif, xmp }),
  }
}
