import { type AcceptedFormat, formatName } from './image-formats.ts'
import { imageTooLarge, megabytes } from './image-limits.ts'
import { sniffFormat } from './sniff-format.ts'
import { stripTrailingData } from './strip-trailing-data.ts'

/**
 * Removes what is not needed to show a picture and to say whose it is: what follows its end, comments, unknown segments, repeated
 * and very long metadata, further frames. So a file is about as long as its picture is large, and nobody can keep other data in it.
 * A file in which there is nothing of it, or that is damaged, is returned as it is. Boxes of HEIC and AVIF and parts of a TIFF refer to
 * each other by their places, and stay; {@link refusePadding} refuses a file that consists of them.
 *
 * @throws ImageError `unsupported_image` when the file is not a supported picture
 * @example stripPadding(await readFile('dish.jpg'))
 */
export const stripPadding = (file: Uint8Array): Uint8Array => {
  const whole = stripTrailingData(file)
  const parts = PARTS[sniffFormat(whole)]?.(whole)
  if (!parts) return whole
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length === whole.length) return whole
  const kept = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    kept.set(part, at)
    at += part.length
  }
  // The header of a WebP has the length of the file.
  if (sniffFormat(whole) === 'webp') viewOf(kept).setUint32(4, length - 8, true)
  return kept
}

/** No coding needs more for a pixel, and small pictures have large profiles and previews. */
const BYTES_PER_PIXEL = 16
const BYTES_BESIDE = 5_000_000

/**
 * @param pixels Of all the pictures in the file, as far as they are read.
 * @throws ImageError `image_too_large` when most of a file cannot be its picture
 */
export const refusePadding = (file: Uint8Array, format: AcceptedFormat, pixels: number): void => {
  if (file.length <= BYTES_BESIDE + BYTES_PER_PIXEL * pixels) return
  throw imageTooLarge(
    `The ${formatName(format)} file has ${megabytes(file.length)} for ${pixels.toLocaleString('en')} pixels, so most of it is not the picture. Save the picture again, without layers and further pages, and send the new file.`,
  )
}

/** The parts of a file that are kept; undefined when it is damaged. */
type FindParts = (file: Uint8Array) => Uint8Array[] | undefined

const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.length)
const textAt = (file: Uint8Array, at: number, length: number) => String.fromCharCode(...file.subarray(at, at + length))

/** No profile of a printer or a screen is longer. */
const MAX_PROFILE = 4_000_000
/** What a segment of a JPEG can hold at most. */
const MAX_BLOCK = 65_536

/** What the segments begin with that say something of the picture, by their marker. Of each, the first one counts. */
const JPEG_BLOCKS: Readonly<Record<number, readonly string[]>> = {
  224: ['JFIF\0'],
  225: ['Exif\0\0', 'http://ns.adobe.com/xap/1.0/\0'],
  226: ['ICC_PROFILE\0'],
  237: ['Photoshop 3.0\0'],
  238: ['Adobe'],
}
const isBlock = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

const jpegParts: FindParts = (file) => {
  const view = viewOf(file)
  const parts = [file.subarray(0, 2)]
  const seen = new Set<string>()
  const profile: Uint8Array[] = []
  let hasScan = false
  const isKept = (marker: number, start: number, end: number): boolean => {
    if (!isBlock(marker)) return true
    if (hasScan) return false
    const name = JPEG_BLOCKS[marker]?.find(
      (one) => start + one.length <= end && textAt(file, start, one.length) === one,
    )
    if (name === undefined) return false
    // A profile is cut into several segments.
    if (marker === 0xe2) return profile.push(file.subarray(start - 4, end)) > 0
    return !seen.has(name) && seen.add(name) !== undefined
  }
  for (let at = 2; at + 2 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff || marker === 0) return undefined
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return withoutLong(profile, [...parts, file.subarray(at, at + 2)])
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      if (at + 4 > file.length) return undefined
      const body = at + 2 + view.getUint16(at + 2)
      const end = marker === 0xda ? endOfScan(file, body) : body
      hasScan ||= marker === 0xda
      if (end > file.length) return undefined
      if (isKept(marker, at + 4, end)) parts.push(file.subarray(at, end))
      at = end
    }
  }
  return undefined
}

/** The parts of a file without those of its profile, if that is longer than any. */
function withoutLong(profile: readonly Uint8Array[], parts: Uint8Array[]): Uint8Array[] {
  if (profile.reduce((sum, part) => sum + part.length, 0) <= MAX_PROFILE) return parts
  const places = new Set(profile.map(({ byteOffset }) => byteOffset))
  return parts.filter(({ byteOffset }) => !places.has(byteOffset))
}

/** Behind coded pixels, in which 0xff is followed by 0 or begins a restart marker. */
const endOfScan = (file: Uint8Array, from: number): number => {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

/** The longest chunk of each kind that is kept, once. */
const PNG_CHUNKS: Readonly<Record<string, number>> = {
  tRNS: 1_024,
  gAMA: 64,
  cHRM: 64,
  sRGB: 64,
  cICP: 64,
  sBIT: 64,
  pHYs: 64,
  bKGD: 64,
  mDCV: 64,
  cLLI: 64,
  eXIf: MAX_BLOCK,
  iCCP: MAX_PROFILE,
}
const PNG_PICTURE = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
const PNG_TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])

const pngParts: FindParts = (file) => {
  const view = viewOf(file)
  const parts = [file.subarray(0, 8)]
  const seen = new Set<string>()
  let texts = 0
  const isKept = (name: string, length: number): boolean => {
    if (PNG_PICTURE.has(name)) return true
    if (PNG_TEXTS.has(name)) {
      texts += length
      return texts <= MAX_BLOCK
    }
    return length <= (PNG_CHUNKS[name] ?? -1) && !seen.has(name) && seen.add(name) !== undefined
  }
  for (let at = 8; at + 12 <= file.length; ) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > file.length) return undefined
    const name = textAt(file, at + 4, 4)
    if (isKept(name, length)) parts.push(file.subarray(at, end))
    if (name === 'IEND') return parts
    at = end
  }
  return undefined
}

const WEBP_CHUNKS: Readonly<Record<string, number>> = {
  VP8X: 64,
  ANIM: 64,
  'VP8 ': Number.POSITIVE_INFINITY,
  VP8L: Number.POSITIVE_INFINITY,
  ALPH: Number.POSITIVE_INFINITY,
  ANMF: Number.POSITIVE_INFINITY,
  ICCP: MAX_PROFILE,
  EXIF: MAX_BLOCK,
  'XMP ': MAX_BLOCK,
}

/** Coded pixels in three ways. The first picture is the one that is read. */
const WEBP_PICTURE = new Set(['VP8 ', 'VP8L', 'ANMF'])

const webpParts: FindParts = (file) => {
  const view = viewOf(file)
  const parts = [file.subarray(0, 12)]
  const seen = new Set<string>()
  for (let at = 12; at + 8 <= file.length; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length & 1)
    if (end > file.length) return undefined
    const name = textAt(file, at, 4)
    const kind = WEBP_PICTURE.has(name) ? 'picture' : name
    if (length <= (WEBP_CHUNKS[name] ?? -1) && !seen.has(kind)) parts.push(file.subarray(at, end))
    seen.add(kind)
    at = end
  }
  return parts
}

/** Bytes of the colour table that the flags of a GIF announce. */
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
const GRAPHIC_CONTROL = 0xf9
const GIF_END = Uint8Array.of(0x3b)

/** The header, what says how the first picture is shown, and that picture. */
const gifParts: FindParts = (file) => {
  const subBlocks = (from: number) => {
    let at = from
    for (let size = file[at]; size; size = file[at]) at += 1 + size
    return at + 1
  }
  let at = 13 + colourTable(file[10] ?? 0)
  const parts = [file.subarray(0, at)]
  while (at < file.length) {
    const kind = file[at]
    if (kind !== 0x21 && kind !== 0x2c) return undefined
    const end = subBlocks(kind === 0x21 ? at + 2 : at + 11 + colourTable(file[at + 9] ?? 0))
    if (end > file.length) return undefined
    if (kind === 0x2c) return [...parts, file.subarray(at, end), GIF_END]
    if (file[at + 1] === GRAPHIC_CONTROL && parts.length === 1) parts.push(file.subarray(at, end))
    at = end
  }
  return undefined
}

const PARTS: { readonly [Format in AcceptedFormat]?: FindParts } = {
  jpeg: jpegParts,
  png: pngParts,
  webp: webpParts,
  gif: gifParts,
}
