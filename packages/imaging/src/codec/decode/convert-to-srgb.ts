import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { freeMemory } from '../../raster/free-memory.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { taggedTiff } from './tagged-tiff.ts'

/** How long the pixels of one picture may take to read, in seconds; hundred times what an honest one needs. */
const MOST_SECONDS = 40

/** A picture with more or fewer channels than any photo has. */
export class UnexpectedChannels extends Error {
  constructor(readonly channels: number) {
    super(`decoded to ${channels} channels`)
  }
}

/** `error` refuses what is cut off or broken and lets through the harmless warnings of phone makers' files. */
export const readOptions = (maxPixels: number): SharpOptions => ({ failOn: 'error', limitInputPixels: maxPixels })

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

/** An alpha channel in which nothing is transparent is dropped. */
export const dropOpaqueAlpha = (pixels: Pixels): Pixels =>
  pixels.channels === 4 && isOpaque(pixels.data) ? dropAlpha(pixels) : pixels

/** Whether it is a profile at all, of three colours or of one; the library takes another as saying Display-P3. */
const isProfileOf = (colours: 'RGB ' | 'GRAY', icc: Uint8Array): boolean =>
  String.fromCharCode(...icc.subarray(16, 20), ...icc.subarray(36, 40)) === `${colours}acsp`

/**
 * A picture as the library converts it to sRGB. What has 8 bits it converts by itself; what has 16 it brings no further
 * than to Display-P3, and 16 bits of grey it leaves as they are, whatever their profile says.
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
  return sharp(await grey.timeout({ seconds: MOST_SECONDS }).toBuffer(), options)
}

const readSamples = async (file: Uint8Array, options: SharpOptions, space: 'srgb' | 'rgb16') => {
  const picture = await openInSrgb(file, options)
  const { data, info } = await picture
    .toColourspace(space)
    .raw({ depth: space === 'srgb' ? 'uchar' : 'ushort' })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const channels: number = info.channels
  if (channels !== 3 && channels !== 4) throw new UnexpectedChannels(channels)
  return { data: data as Uint8Array, width: info.width, height: info.height, channels: channels as 3 | 4 }
}

/** Upright, 8 bits, converted to sRGB through the embedded profile. */
export const readConverted = async (file: Uint8Array, maxPixels: number): Promise<Pixels> =>
  dropOpaqueAlpha(await readSamples(file, readOptions(maxPixels), 'srgb'))

/**
 * The same for a file whose colours are described elsewhere than in an embedded profile, which is not looked at.
 *
 * @param profile sRGB without it
 * @param bits 16 where eight of them would not be enough for what the profile makes of them
 * @param prepare is given the samples of a picture with transparency before they are converted
 */
export const readWithProfile = async (
  file: Uint8Array,
  profile: Uint8Array | undefined,
  { maxPixels, bits, prepare }: { maxPixels: number; bits: 8 | 16; prepare?: (samples: Uint8Array) => void },
): Promise<Pixels> => {
  const described = await readTagged(file, profile, { maxPixels, bits, ...(prepare && { prepare }) })
  // The samples as they were read are as large as the picture, and only their copy is needed.
  freeMemory(described.length)
  return readConverted(described, maxPixels)
}

/** The samples of a file together with the profile that describes them. A function of its own, so that it lets go of them. */
const readTagged = async (
  file: Uint8Array,
  profile: Uint8Array | undefined,
  { maxPixels, bits, prepare }: { maxPixels: number; bits: 8 | 16; prepare?: (samples: Uint8Array) => void },
): Promise<Uint8Array> => {
  const options = { ...readOptions(maxPixels), ignoreIcc: true }
  const { data, ...shape } = await readSamples(file, options, bits === 8 ? 'srgb' : 'rgb16')
  const tagged = taggedTiff({ ...shape, bits, ...(profile && { profile }) })
  tagged.samples.set(data)
  if (shape.channels === 4) prepare?.(tagged.samples)
  return tagged.file
}
