import filenamify from 'filenamify'

/** At most 240 bytes in any script, which every file system accepts. */
const LONGEST = 80

/** Extensions that mean the same as ours. */
const SAME: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tif: 'tiff', heif: 'heic' }

const endingOf = (name: string): string => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * A file name that is safe on every system: no folders, nothing hidden, reserved or invisible, and with the extension of the
 * real format.
 *
 * @param wanted the name that the caller wants; any text
 * @param stored the file's own name, used when nothing of the wanted one is left
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
