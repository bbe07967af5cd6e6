import filenamify from 'filenamify'

/** At most 240 bytes in any script, which every file system takes. */
const LONGEST = 80

/** Endings that mean what ours does. */
const SAME: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tif: 'tiff', heif: 'heic' }

const endingOf = (name: string): string => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * A name to save a file under that is safe on every system: no folders, nothing hidden, reserved or invisible, and with
 * the ending of what the file really is.
 *
 * @param wanted what the caller asks for; anything at all
 * @param stored the file's own name, used where nothing is left of the wanted one
 * @example attachmentName('../../Menü: "Ramen"', '4e7a0d.jpg') // 'Menü_ _Ramen_.jpg'
 */
export function attachmentName(wanted: string | undefined, stored: string): string {
  const last = wanted?.split(/[\\/]/).at(-1) ?? ''
  const base = last.replace(/^[.\s]+|[.\s]+$/g, '')
  if (base === '') return stored
  const [given, real] = [endingOf(base), endingOf(stored)]
  const named = (SAME[given] ?? given) === real ? base : `${base}.${real}`
  return filenamify(named, { replacement: '_', maxLength: LONGEST })
}
