import sharp from 'sharp'
import { ImageError } from '../../image-error.ts'
import { freeMemory } from '../../raster/free-memory.ts'
import { type AcceptedFormat, formatName } from '../file/image-formats.ts'
import { DEFAULT_LIMITS, type ImageLimits, refuseTooLarge } from '../file/image-limits.ts'
import { describeHeif } from '../file/inspect-image.ts'
import { decodeHeif } from '../heif/decode-heif.ts'
import { decodeLab, relabelLab } from './cielab-tiff.ts'
import { type FailOn, readConverted, readWithProfile, UnexpectedChannels } from './convert-to-srgb.ts'
import './libvips-loaders.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { sniffFormat } from '../file/sniff-format.ts'
import { describedProfile } from './described-profile.ts'
import { readableFile, withNoiseAtEnd } from './readable-file.ts'

/**
 * Decodes a file: upright, converted to sRGB, 8 bits, RGB, or RGBA if any pixel within its very edge is transparent. Of an
 * animation it decodes the first frame.
 *
 * @param limits the limits that `inspectImage` has already checked the file against
 * @throws ImageError `image_unreadable` when the file is truncated or damaged
 */
export const decodeImage = async (bytes: Uint8Array, limits: ImageLimits = DEFAULT_LIMITS): Promise<Pixels> => {
  const format = sniffFormat(bytes)
  try {
    const pixels = fillTransparentEdge(await read(bytes, format, limits))
    // The unconverted samples are as large as the picture, and nothing refers to them any more.
    freeMemory(pixels.data.length)
    return pixels
  } catch (cause) {
    if (cause instanceof ImageError) throw cause
    throw unreadable(format, cause)
  }
}

const read = async (bytes: Uint8Array, format: AcceptedFormat, limits: ImageLimits): Promise<Pixels> => {
  const { maxPixels } = limits
  if (format === 'avif' || format === 'heic') {
    const check = (width: number, height: number) => refuseTooLarge(width, height, limits)
    return decodeHeif(bytes, describeHeif(bytes, format), { maxPixels, check })
  }
  const lab = format === 'tiff' ? relabelLab(bytes) : undefined
  if (lab) return decodeLab(lab, maxPixels)
  const file = readableFile(bytes, format)
  const header = await sharp(file, { limitInputPixels: false }).metadata()
  const profile = describedProfile(file, format, header)
  const bits = header.depth === 'uchar' ? 8 : 16
  const readUnless = (failOn: FailOn, from = file) =>
    profile ? readWithProfile(from, profile, { maxPixels, bits, failOn }) : readConverted(from, maxPixels, failOn)
  if (format !== 'jpeg') return readUnless('error')
  try {
    return await readUnless('warning')
  } catch (cause) {
    if (cause instanceof Error && IS_TIMEOUT.test(cause.message)) throw cause
  }
  // Where coded pixels end early, the decoder only warns, and makes the rest grey. Its other warnings are about oddities of whole
  // pictures. What it says cannot tell them apart, because all threads share libvips's text of an error.
  const pixels = await readUnless('error')
  const disturbed = await readUnless('error', withNoiseAtEnd(file))
  if (!Buffer.from(pixels.data.buffer, pixels.data.byteOffset, pixels.data.length).equals(disturbed.data))
    throw new Error('premature end')
  return pixels
}

const IS_TIMEOUT = /^timeout/

const unreadable = (format: AcceptedFormat, cause: unknown): ImageError => {
  if (cause instanceof UnexpectedChannels) {
    return new ImageError(
      'unsupported_image',
      `The ${formatName(format)} file has ${cause.channels} channels; a photo has three or four. Save it as RGB and send that.`,
    )
  }
  const problem = cause instanceof Error ? cause.message : ''
  if (IS_TIMEOUT.test(problem)) {
    return new ImageError(
      'image_unreadable',
      `The ${formatName(format)} file takes too long to read. Save it again and send the new file.`,
    )
  }
  const what = /premature|truncated|end of (image|file|data|stream)|read error/i.test(problem) ? 'cut off' : 'damaged'
  return new ImageError('image_unreadable', `The ${formatName(format)} file is ${what} and cannot be read to its end.`)
}

/** Rows and columns at each border of a picture that are its edge. */
const EDGE = 2

/**
 * Makes a photo opaque that is transparent only at its very edge, as some programs leave it when they scale or turn it. Each pixel
 * of the edge gets the colour of the nearest one within. Otherwise such a photo would count as a cut-out, and a JPEG of it would have
 * a white line. It works in place and returns a part of the same buffer.
 *
 * @returns the same picture if it is opaque, or transparent anywhere else
 */
function fillTransparentEdge(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels
  if (channels === 3 || Math.min(width, height) <= 2 * EDGE) return pixels
  for (let y = EDGE; y < height - EDGE; y++) {
    const row = y * width
    for (let x = EDGE; x < width - EDGE; x++) if (data[4 * (row + x) + 3] < 255) return pixels
  }
  for (let y = 0; y < height; y++) {
    const isWithin = y >= EDGE && y < height - EDGE
    for (let x = 0; x < width; x += isWithin && x === EDGE - 1 ? width - 2 * EDGE + 1 : 1) {
      const at = 4 * (y * width + x)
      if (data[at + 3] === 255) continue
      const within = clamp(y, EDGE, height - EDGE - 1) * width + clamp(x, EDGE, width - EDGE - 1)
      data.copyWithin(at, 4 * within, 4 * within + 3)
    }
  }
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    for (let c = 0; c < 3; c++) data[to + c] = data[from + c]
  }
  return { data: data.subarray(0, width * height * 3), width, height, channels: 3 }
}
