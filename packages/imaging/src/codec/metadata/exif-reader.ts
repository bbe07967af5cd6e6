import type { GeneratedSource } from './digital-source-type.ts'
import { readTiff, type TiffDirectory, type TiffReader } from './tiff-directory.ts'

/** The creator and the owner of a picture. */
export interface Credits {
  readonly artist?: string
  readonly copyright?: string
  /** Set if the file says that it was generated. */
  readonly generated?: GeneratedSource
}

const ARTIST = 0x013b
const COPYRIGHT = 0x8298
const ASCII = 2
/** Longer text is cut; names are shorter. */
export const MAX_CREDIT_LENGTH = 1_000

/** Decodes UTF-8, whose last character may be cut, or else Latin-1, which cameras and old programs write. */
const decoded = (raw: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(raw)
  }
}

/** Some cameras fill these fields with blanks, or separate photographer and editor by NUL. */
export const cleanText = (raw: Uint8Array): string | undefined => {
  const text = decoded(raw.subarray(0, MAX_CREDIT_LENGTH))
    .split('\0')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('; ')
  return text === '' ? undefined : text
}

/** Opens an EXIF block or a TIFF file, which has the same structure. */
export const openExif = (exif: Uint8Array): { tiff: TiffReader; main: TiffDirectory } | undefined => {
  const prefix = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif' ? 6 : 0
  const tiff = readTiff(exif.subarray(prefix))
  const main = tiff?.directory(tiff.first)
  return tiff && main ? { tiff, main } : undefined
}

/**
 * Reads Artist and Copyright from the first directory of an EXIF block or a TIFF file. Nothing else is read, so no
 * location, serial number or owner name can reach a result. A damaged block yields nothing; it never throws.
 */
export const creditsFromExif = (exif: Uint8Array): Credits => {
  const block = openExif(exif)
  if (!block) return {}
  const text = (tag: number): string | undefined => {
    const entry = block.main.entries.get(tag)
    const raw = entry?.type === ASCII ? block.tiff.bytes(entry) : undefined
    return raw && cleanText(raw)
  }
  const [artist, copyright] = [text(ARTIST), text(COPYRIGHT)]
  return { ...(artist && { artist }), ...(copyright && { copyright }) }
}
