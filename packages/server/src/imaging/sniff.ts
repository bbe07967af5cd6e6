import { ServiceError } from '../errors.ts'

/** The formats that are read. */
export type AcceptedFormat = 'jpeg' | 'png' | 'webp'

const NAMES: Readonly<Record<AcceptedFormat, string>> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' }

export const formatName = (format: AcceptedFormat): string => NAMES[format]

const ACCEPTED = 'Send a JPEG, PNG or WebP file.'

const starts = (bytes: Uint8Array, offset: number, magic: string): boolean => {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false
  return true
}

/** Names of pictures that are recognised and not read yet. */
const pictureName = (bytes: Uint8Array): string | undefined => {
  if (starts(bytes, 0, 'GIF8')) return 'a GIF'
  if (starts(bytes, 0, 'BM')) return 'a BMP'
  if (starts(bytes, 0, '8BPS')) return 'a Photoshop document'
  if (starts(bytes, 0, '\xff\x0a') || starts(bytes, 4, 'JXL ')) return 'a JPEG XL picture'
  if (starts(bytes, 4, 'jP  ')) return 'a JPEG 2000 picture'
  if (starts(bytes, 0, '\0\0\x01\0')) return 'an icon file'
  if (starts(bytes, 0, 'FUJIFILM') || starts(bytes, 8, 'CR\x02')) return 'a camera raw file'
  if (starts(bytes, 0, 'II\x2a\0') || starts(bytes, 0, 'MM\0\x2a') || starts(bytes, 0, 'II\x2b\0')) return 'a TIFF'
  return undefined
}

/** ISO media files: stills (AVIF, HEIC) and films share one container and differ in their brand. */
const boxedName = (bytes: Uint8Array): string | undefined => {
  if (!starts(bytes, 4, 'ftyp')) return undefined
  const brands = String.fromCharCode(...bytes.subarray(8, 64))
  if (/avi[fs]/.test(brands)) return 'an AVIF picture'
  if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return 'a HEIC picture'
  if (brands.startsWith('crx')) return 'a camera raw file'
  return 'a video'
}

const documentName = (bytes: Uint8Array): string | undefined => {
  if (starts(bytes, 0, '%PDF')) return 'a PDF document, not a picture'
  if (starts(bytes, 0, 'PK\x03\x04')) return 'a ZIP archive or office document, not a picture'
  if (starts(bytes, 0, '\x1f\x8b')) return 'a compressed archive, not a picture'
  if (starts(bytes, 0, 'RIFF') || starts(bytes, 0, '\x1a\x45\xdf\xa3')) return 'a sound or video file, not a picture'
  const text = new TextDecoder('utf-8')
    .decode(bytes.subarray(0, 1024))
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/.test(text)) {
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
 * What a file is, by its first bytes; names and declared types are never believed.
 *
 * @throws ServiceError `image_unreadable` for an empty file, `unsupported_image` for anything that is not read,
 *   saying what it is and what is accepted.
 * @example sniff(await readFile('dish.jpg')) // 'jpeg'
 */
export const sniff = (bytes: Uint8Array): AcceptedFormat => {
  if (bytes.length === 0) throw new ServiceError('image_unreadable', 'The file is empty.')
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp'
  const picture = boxedName(bytes) ?? pictureName(bytes)
  if (picture === 'a video') throw new ServiceError('unsupported_image', `This is a video, not a picture. ${ACCEPTED}`)
  if (picture) throw new ServiceError('unsupported_image', `This is ${picture}, which is not accepted. ${ACCEPTED}`)
  const other = documentName(bytes)
  if (other) throw new ServiceError('unsupported_image', `This is ${other}. ${ACCEPTED}`)
  throw new ServiceError('unsupported_image', `This is not a picture in a known format. ${ACCEPTED}`)
}
