import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { freeMemory } from '../../raster/free-memory.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { taggedTiff } from './tagged-tiff.ts'

/** The time limit for reading the pixels of one picture. An ordinary picture needs a hundredth of it. */
const MAX_SECONDS = 40

/** The picture has neither three nor four channels. */
export class UnexpectedChannels extends Error {
  constructor(readonly channels: number) {
    super(`decoded to ${channels} channels`)
  }
}

export type FailOn = 'error' | 'warning'

/** `error` refuses truncated and damaged files and ignores the harmless warnings that files of phones cause. */
export const readOptions = (maxPixels: number, failOn: FailOn = 'error'): SharpOptions => ({
  failOn,
  limitInputPixels: maxPixels,
})

const isOpaque = (data: Uint8Array): boolean => {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false
  return true
}

const dropAlpha = ({ data, width, height }: Pixels): Pixels => {
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from]
    rgb[to + 1] = data[from + 1]
    rgb[to + 2] = data[from + 2]
  }
  return { data: rgb, width, height, channels: 3 }
}

/** Drops an alpha channel in which every pixel is opaque. */
export const dropOpaqueAlpha = (pixels: Pixels): Pixels =>
  pixels.channels === 4 && isOpaque(pixels.data) ? dropAlpha(pixels) : pixels

/** Whether this is an ICC profile of that colour space. libvips treats any other profile as Display-P3. */
const isProfileOf = (colours: 'RGB ' | 'GRAY', icc: Uint8Array): boolean =>
  String.fromCharCode(...icc.subarray(16, 20), ...icc.subarray(36, 40)) === `${colours}acsp`

/**
 * Opens a file so that reading it yields sRGB. libvips converts 8-bit pictures by itself. It converts 16-bit RGB only as
 * far as Display-P3 and leaves 16-bit grey unconverted, so these two cases are handled here.
 */
const openInSrgb = async (file: Uint8Array, options: SharpOptions): Promise<Sharp> => {
  const { space, icc } = await sharp(file, options).metadata()
  if (!icc || options.ignoreIcc) return sharp(file, options).autoOrient()
  if (space === 'rgb16') {
    if (isProfileOf('RGB ', icc)) return sharp(file, options).autoOrient().withIccProfile('srgb')
    return sharp(file, { ...options, ignoreIcc: true }).autoOrient()
  }
  if (space !== 'grey16' || !isProfileOf('GRAY', icc)) return sharp(file, options).autoOrient()
  const grey = sharp(file, options).autoOrient().keepIccProfile().toColourspace('b-w').tiff({ compression: 'none' })
  return sharp(await grey.timeout({ seconds: MAX_SECONDS }).toBuffer(), options)
}

const readSamples = async (file: Uint8Array, options: SharpOptions, space: 'srgb' | 'rgb16') => {
  const picture = await openInSrgb(file, options)
  const { data, info } = await picture
    .toColourspace(space)
    .raw({ depth: space === 'srgb' ? 'uchar' : 'ushort' })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const channels: number = info.channels
  if (channels !== 3 && channels !== 4) throw new UnexpectedChannels(channels)
  return { data: data as Uint8Array, width: info.width, height: info.height, channels: channels as 3 | 4 }
}

/** Decodes a file: upright, 8 bits, converted to sRGB through the embedded profile. */
export const readConverted = async (file: Uint8Array, maxPixels: number, failOn?: FailOn): Promise<Pixels> =>
  dropOpaqueAlpha(await readSamples(file, readOptions(maxPixels, failOn), 'srgb'))

interface Reading {
  readonly maxPixels: number
  /** 16 if 8 bits are too few for the range of the profile. */
  readonly bits: 8 | 16
  readonly failOn?: FailOn
  /** Receives the samples of a picture with transparency before they are converted. */
  readonly prepare?: (samples: Uint8Array) => void
}

/**
 * Decodes a file through a given profile instead of the embedded one.
 *
 * @param profile sRGB if it is left out
 */
export const readWithProfile = async (
  file: Uint8Array,
  profile: Uint8Array | undefined,
  reading: Reading,
): Promise<Pixels> => {
  const { maxPixels } = reading
  const described = await readTagged(file, profile, reading)
  // The original samples are as large as the picture, and only the tagged copy is still needed.
  freeMemory(described.length)
  return readConverted(described, maxPixels)
}

/**
 * The samples of a file as a TIFF with the profile that describes them. This is a separate function so that the samples
 * are unreachable when it returns.
 */
const readTagged = async (
  file: Uint8Array,
  profile: Uint8Array | undefined,
  { maxPixels, bits, failOn, prepare }: Reading,
): Promise<Uint8Array> => {
  const options = { ...readOptions(maxPixels, failOn), ignoreIcc: true }
  const { data, ...shape } = await readSamples(file, options, bits === 8 ? 'srgb' : 'rgb16')
  const tagged = taggedTiff({ ...shape, bits, ...(profile && { profile }) })
  tagged.samples.set(data)
  if (shape.channels === 4) prepare?.(tagged.samples)
  return tagged.file
}
