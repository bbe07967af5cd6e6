import sharp from 'sharp'
import type { Pixels } from '../../raster/pixels.ts'
import { readTiff } from '../metadata/tiff-directory.ts'
import { readConverted, readOptions } from './convert-to-srgb.ts'
import { taggedTiff } from './tagged-tiff.ts'

const BITS = 258
const PHOTOMETRIC = 262
const RGB = 2
/** CIE Lab stores its two colour axes as signed bytes. ICC Lab stores them with an offset of 128. */
const LAB = 8
const ICC_LAB = 9

export interface RelabelledLab {
  /** The same file with its colour space set to RGB, so that libvips can open it. */
  readonly file: Uint8Array
  /** Whether the colour axes are signed bytes. */
  readonly signed: boolean
}

/**
 * Relabels an 8-bit Lab TIFF as RGB. Image editors write such files, and libvips does not open them.
 *
 * @returns undefined for any other file
 */
export const relabelLab = (bytes: Uint8Array): RelabelledLab | undefined => {
  const tiff = readTiff(bytes)
  const main = tiff?.directory(tiff.first)
  const entry = main?.entries.get(PHOTOMETRIC)
  const space = tiff?.number(entry)
  if (!tiff || !main || !entry || (space !== LAB && space !== ICC_LAB)) return undefined
  const bits = main.entries.get(BITS)
  if (!bits || bits.count < 3 || tiff.number(bits) !== 8) return undefined
  const file = Uint8Array.from(bytes)
  const little = file[0] === 0x49
  file.set(little ? [RGB, 0] : [0, RGB], entry.at)
  return { file, signed: space === LAB }
}

/** Decodes a relabelled Lab file: upright, 8 bits, sRGB. */
export const decodeLab = async ({ file, signed }: RelabelledLab, maxPixels: number): Promise<Pixels> => {
  const { data, info } = await sharp(file, { ...readOptions(maxPixels), ignoreIcc: true })
    .autoOrient()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const deepLab = taggedTiff({ width, height, channels: 3, bits: 16, space: 'lab' })
  const words = new DataView(deepLab.samples.buffer, deepLab.samples.byteOffset)
  for (let i = 0; i < data.length; i++) {
    const value = data[i]
    const axis = signed ? (value << 24) >> 24 : value - 128
    if (i % 3 === 0) words.setUint16(2 * i, value * 257, true)
    else words.setInt16(2 * i, axis * 256, true)
  }
  return readConverted(deepLab.file, maxPixels)
}
