import { basename } from 'node:path'
import { openFile } from '../../files/disk-file.ts'
import { formatOf } from '../../files/image-signature.ts'
import type { LeftOut } from '../folder-events.ts'
import { hasPhotoName } from './photo-file-names.ts'

/** Enough for the first directory of a raw file. */
export const KIND_BYTES = 4096

/** How files begin that are no photos. */
const KINDS: readonly (readonly [kind: LeftOut['kind'], content: RegExp])[] = [
  ['raw', /^(....ftypcrx |FUJIFILM|II(R[OS]|U[^\w])|MMOR|FOVb|.MRM)/s],
  ['picture', /^(BM.{4}\W{4}|8BPS|\xff\n|....(JXL |jP {2})|(<\?xml[^>]*>\s*)?<svg)/s],
  ['video', /^(....(ftyp|moov|mdat|wide|free|skip)|RIFF|.E\xdf\xa3|ID3|OggS|fLaC)/s],
  ['document', /^(%PDF|PK\W{2}|\W\x8b|7z\xbc\xaf|Rar!|\xd0\xcf.\xe0)/s],
]
/** Names of raw files that begin like a TIFF, and of files whose content says nothing. */
const NAMES: readonly (readonly [kind: LeftOut['kind'], name: RegExp])[] = [
  [
    'raw',
    /\.(3fr|arw|cr[23w]|d[cn][rg]|erf|fff|gpr|iiq|kdc|mef|mos|mrw|n[er][fw]|orf|pef|ra[fw]|rw[2l]|sr[2fw]|x3f)$/i,
  ],
  ['video', /\.(mp4|mpe?g|m2?ts|3gp|wmv|flv)$/i],
  ['document', /\.(txt|csv|md|json|xml|html?|xmp)$/i],
]

/** What a file is, if it is no photo that the server reads; null for a photo. The content decides, and the name where it says nothing. */
export function kindOf(head: Uint8Array, name: string): LeftOut['kind'] | null {
  if (head.byteLength === 0) return 'empty'
  const format = formatOf(head)
  const byName = NAMES.find(([, ending]) => ending.test(name))?.[0]
  if (format) return format === 'tiff' && (isRawTiff(head) || byName === 'raw') ? 'raw' : null
  const text = String.fromCharCode(...head.subarray(0, 256))
  return KINDS.find(([, content]) => content.test(text))?.[0] ?? byName ?? 'other'
}

const [SUBFILE_TYPE, PHOTOMETRIC, SUB_DIRECTORIES, DNG_VERSION] = [0xfe, 0x106, 0x14a, 0xc612]

/** Most raw files are TIFFs whose first directory has a thumbnail, or colours of a sensor. */
function isRawTiff(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  if (bytes[8] === 0x43 && bytes[9] === 0x52) return true
  const start = bytes.byteLength < 8 ? Number.POSITIVE_INFINITY : view.getUint32(4, little)
  if (start + 2 > bytes.byteLength) return false
  const end = Math.min(start + 2 + 12 * view.getUint16(start, little), bytes.byteLength)
  const values = new Map<number, number>()
  for (let at = start + 2; at + 12 <= end; at += 12) {
    const isShort = view.getUint16(at + 2, little) === 3
    const value = isShort ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little)
    values.set(view.getUint16(at, little), value)
  }
  const isThumbnail = ((values.get(SUBFILE_TYPE) ?? 0) & 1) === 1 && values.has(SUB_DIRECTORIES)
  return isThumbnail || values.has(DNG_VERSION) || [32_803, 34_892].includes(values.get(PHOTOMETRIC) ?? 0)
}

/** Files read at the same time. */
const AT_ONCE = 32

/** Separates the photos among files by their content. A file whose name is that of a photo is one, and says so if it is damaged. */
export async function partPhotos(
  files: readonly string[],
  inFolder: (below: string) => string,
): Promise<{ photos: readonly string[]; leftOut: readonly LeftOut[] }> {
  const photos: string[] = []
  const leftOut: LeftOut[] = []
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const part = files.slice(at, at + AT_ONCE)
    const kinds = await Promise.all(part.map((file) => (hasPhotoName(file) ? null : kindOfFile(inFolder(file)))))
    for (const [index, file] of part.entries()) {
      const kind = kinds[index]
      if (kind) leftOut.push({ file, kind })
      else photos.push(file)
    }
  }
  return { photos, leftOut }
}

const kindOfFile = (path: string): Promise<LeftOut['kind'] | null> =>
  openFile(path, KIND_BYTES).then(
    ({ head }) => kindOf(head, basename(path)),
    () => 'unreadable',
  )

const WORDS: Readonly<Record<LeftOut['kind'], string>> = {
  raw: 'camera raw file',
  picture: 'picture in another format',
  video: 'video or sound file',
  document: 'document',
  empty: 'empty file',
  unreadable: 'unreadable file',
  other: 'other file',
}

const MOST_NAMES = 5

/** `Left out below menu: 2 camera raw files (DSC1.NEF, DSC2.NEF), 1 document (menu.pdf).`; none if nothing was left out. */
export function leftOutNotes(where: string, leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return []
  const kinds = new Map<LeftOut['kind'], string[]>()
  for (const { file, kind } of leftOut) kinds.set(kind, [...(kinds.get(kind) ?? []), basename(file)])
  const groups = [...kinds].map(([kind, names]) => {
    const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : ''
    const word = WORDS[kind].replace(/(file|picture|document)\b/, names.length === 1 ? '$1' : '$1s')
    return `${names.length} ${word} (${names.slice(0, MOST_NAMES).join(', ')}${more})`
  })
  return [`Left out ${where}: ${groups.join('; ')}.`]
}
