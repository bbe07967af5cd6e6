import { openFile } from '../../files/disk-file.ts'
import { readPhoto } from './photo-content.ts'
import type { PhotoSource } from './photo-sources.ts'

/** Why a photo costs nothing: the server refuses the file, or an earlier photo has the same content. */
export type Uncharged = 'refused' | 'duplicate'

/** A photo and a key for the options of its request. Photos that are equal in both are charged once. */
export interface Candidate {
  readonly source: PhotoSource
  readonly requestKey: string
}

/**
 * Finds the photos of a run that will not be charged, by their position, so that a price leaves them out. It reads the
 * beginning of each file, and the whole file only if another one has the same size.
 *
 * @param maxBytes the largest size of a picture; larger ones are refused
 */
export async function unchargedOf(
  candidates: readonly Candidate[],
  maxBytes: number,
): Promise<ReadonlyMap<number, Uncharged>> {
  const { kindOf, KIND_BYTES } = await import('./left-out-files.ts')
  const isPicture = (head: Uint8Array, name: string) => kindOf(head, name) === null
  const found = new Map<number, Uncharged>()
  const alike = new Map<string, number[]>()
  for (const [index, { source, requestKey }] of candidates.entries()) {
    const size = source.kind === 'url' ? source.url : await sizeOf(source, maxBytes, KIND_BYTES, isPicture)
    if (size === null) found.set(index, 'refused')
    else {
      const key = `${size}\n${requestKey}`
      alike.set(key, [...(alike.get(key) ?? []), index])
    }
  }
  for (const group of alike.values()) {
    if (group.length < 2) continue
    const seen = new Set<string>()
    for (const index of group) {
      const source = candidates[index]?.source
      const content = source && (await readPhoto(source, maxBytes).catch(() => undefined))
      if (!content) continue
      if (seen.has(content.subject)) found.set(index, 'duplicate')
      seen.add(content.subject)
    }
  }
  return found
}

/** The size of a picture in bytes; null if the file is too large or does not start like a picture. */
async function sizeOf(
  source: Exclude<PhotoSource, { kind: 'url' }>,
  maxBytes: number,
  headBytes: number,
  isPicture: (head: Uint8Array, name: string) => boolean,
): Promise<number | null> {
  if (source.kind === 'bytes') {
    const { bytes, name } = source
    return isPicture(bytes, name) && bytes.byteLength <= maxBytes ? bytes.byteLength : null
  }
  // A file that cannot be read is not sent.
  const file = await openFile(source.path, headBytes).catch(() => null)
  return file && file.sizeBytes <= maxBytes && isPicture(file.head, source.name) ? file.sizeBytes : null
}
