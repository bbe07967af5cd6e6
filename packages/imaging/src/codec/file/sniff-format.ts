import { ImageError } from '../../image-error.ts'
import { readTiff } from '../metadata/tiff-directory.ts'
import { ACCEPTED_HINT, type AcceptedFormat } from './image-formats.ts'

const hasMagic = (bytes: Uint8Array, offset: number, magic: string): boolean => {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false
  return true
}

/** The name of a format that is recognized but not supported. */
const pictureName = (bytes: Uint8Array): string | undefined => {
  if (hasMagic(bytes, 0, 'BM')) return 'a BMP'
  if (hasMagic(bytes, 0, '8BPS')) return 'a Photoshop document'
  if (hasMagic(bytes, 0, '\xff\x0a') || hasMagic(bytes, 4, 'JXL ')) return 'a JPEG XL picture'
  if (hasMagic(bytes, 4, 'jP  ')) return 'a JPEG 2000 picture'
  if (hasMagic(bytes, 0, '\0\0\x01\0')) return 'an icon file'
  if (brandsOf(bytes)[0] === 'crx ') return RAW
  if (hasMagic(bytes, 0, 'FUJIFILM') || hasMagic(bytes, 0, 'IIRO') || hasMagic(bytes, 0, 'IIU\0')) return RAW
  if (hasMagic(bytes, 0, 'II\x2b\0') || hasMagic(bytes, 0, 'MM\0\x2b')) return 'a BigTIFF'
  return undefined
}

const RAW = 'a camera raw file'

/** The major and compatible brands in the first box of an ISO base media file. */
const brandsOf = (bytes: Uint8Array): readonly string[] => {
  if (!hasMagic(bytes, 4, 'ftyp')) return []
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const brands: string[] = []
  for (let at = 8; at + 4 <= Math.min(size, bytes.length, MAX_FTYP_BYTES); at += at === 8 ? 8 : 4) {
    brands.push(String.fromCharCode(...bytes.subarray(at, at + 4)))
  }
  return brands
}
const MAX_FTYP_BYTES = 256

/** Still pictures (AVIF, HEIC) and videos share the ISO base media container and differ in their brands. */
const boxedFormat = (bytes: Uint8Array): 'avif' | 'heic' | undefined => {
  const brands = brandsOf(bytes)
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif'
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined
}

const DNG_VERSION = 0xc612
const SUB_DIRECTORIES = 0x014a
const NEW_SUBFILE_TYPE = 0x00fe
const PHOTOMETRIC = 0x0106
const SENSOR_COLOURS = [32_803, 34_892]

/** Raw files of most cameras are TIFFs whose first directory holds a thumbnail; the photo is in a sub-directory. */
const isRaw = (bytes: Uint8Array): boolean => {
  if (hasMagic(bytes, 8, 'CR\x02')) return true
  const tiff = readTiff(bytes)
  const main = tiff?.directory(tiff.first)
  if (!tiff || !main) return false
  const { entries } = main
  const reduced = ((tiff.number(entries.get(NEW_SUBFILE_TYPE)) ?? 0) & 1) === 1 && entries.has(SUB_DIRECTORIES)
  return entries.has(DNG_VERSION) || reduced || SENSOR_COLOURS.includes(tiff.number(entries.get(PHOTOMETRIC)) ?? 0)
}

const isTiff = (bytes: Uint8Array): boolean => hasMagic(bytes, 0, 'II\x2a\0') || hasMagic(bytes, 0, 'MM\0\x2a')

/** Boxes with which videos begin; those of old cameras have no `ftyp`. */
const FILM_BOXES = ['ftyp', 'moov', 'mdat', 'wide']

const documentName = (bytes: Uint8Array): string | undefined => {
  if (FILM_BOXES.some((name) => hasMagic(bytes, 4, name))) return 'a video, not a picture'
  if (hasMagic(bytes, 0, '%PDF')) return 'a PDF document, not a picture'
  if (hasMagic(bytes, 0, 'PK\x03\x04')) return 'a ZIP archive or office document, not a picture'
  if (hasMagic(bytes, 0, '\x1f\x8b')) return 'a compressed archive, not a picture'
  if (hasMagic(bytes, 0, 'RIFF') || hasMagic(bytes, 0, '\x1a\x45\xdf\xa3'))
    return 'a sound or video file, not a picture'
  const text = new TextDecoder('utf-8')
    .decode(bytes.subarray(0, 1024))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype svg|svg)[\s>]/.test(text)) {
    return 'an SVG drawing, not a photo'
  }
  if (/^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body|script|title|meta)\b/.test(text)) {
    return 'a web page, not a picture'
  }
  if (text.startsWith('<?xml')) return 'an XML document, not a picture'
  if (/^[[{]\s*["\]}[{]/.test(text)) return 'JSON, not a picture'
  return undefined
}

/**
 * Recognises the format of a file by its first bytes. File names and declared types are not used.
 *
 * @throws ImageError `image_unreadable` for an empty file; `unsupported_image` for any format that is not supported,
 *   saying what it is and what is accepted
 * @example sniffFormat(await readFile('dish.jpg')) // 'jpeg'
 */
export const sniffFormat = (bytes: Uint8Array): AcceptedFormat => {
  if (bytes.length === 0) throw new ImageError('image_unreadable', 'The file is empty.')
  if (hasMagic(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (hasMagic(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (hasMagic(bytes, 0, 'RIFF') && hasMagic(bytes, 8, 'WEBP')) return 'webp'
  if (hasMagic(bytes, 0, 'GIF87a') || hasMagic(bytes, 0, 'GIF89a')) return 'gif'
  const boxed = boxedFormat(bytes)
  if (boxed) return boxed
  if (isTiff(bytes) && !isRaw(bytes)) return 'tiff'
  const picture = isTiff(bytes) ? RAW : pictureName(bytes)
  if (picture) throw new ImageError('unsupported_image', `This is ${picture}, which is not accepted. ${ACCEPTED_HINT}`)
  const other = documentName(bytes)
  if (other) throw new ImageError('unsupported_image', `This is ${other}. ${ACCEPTED_HINT}`)
  throw new ImageError('unsupported_image', `This is not a picture in a known format. ${ACCEPTED_HINT}`)
}
