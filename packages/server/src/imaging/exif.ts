/** Who made a picture and who owns it. */
export interface Credits {
  readonly artist?: string
  readonly copyright?: string
}

const ARTIST = 0x013b
const COPYRIGHT = 0x8298
const ASCII = 2
const LONGEST = 1_000

/** Some cameras fill these fields with blanks or with the photographer and editor separated by NUL. */
const tidy = (raw: Uint8Array): string | undefined => {
  const text = new TextDecoder('utf-8')
    .decode(raw)
    .split('\0')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('; ')
  return text === '' ? undefined : text
}

/**
 * Reads Artist and Copyright from the first directory of an EXIF block, and nothing else: everything that is not
 * read here (place, serial numbers, owner names) is left behind. A damaged block yields nothing; it never throws.
 */
export const creditsFromExif = (exif: Uint8Array): Credits => {
  const prefix = String.fromCharCode(...exif.subarray(0, 4)) === 'Exif' ? 6 : 0
  const tiff = exif.subarray(prefix)
  if (tiff.length < 8) return {}
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length)
  const little = tiff[0] === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return {}
  const entries = view.getUint16(directory, little)
  const found: { artist?: string; copyright?: string } = {}
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > tiff.length) break
    const tag = view.getUint16(entry, little)
    if ((tag !== ARTIST && tag !== COPYRIGHT) || view.getUint16(entry + 2, little) !== ASCII) continue
    const length = Math.min(view.getUint32(entry + 4, little), LONGEST)
    const start = length <= 4 ? entry + 8 : view.getUint32(entry + 8, little)
    if (start + length > tiff.length) continue
    const text = tidy(tiff.subarray(start, start + length))
    if (text) found[tag === ARTIST ? 'artist' : 'copyright'] = text
  }
  return found
}
