import { open, stat } from 'node:fs/promises'
import { formatOf, HEAD_BYTES } from '../../files/image-signature.ts'
import { readPhoto } from './photo-content.ts'
import type { PhotoSource } from './photo-sources.ts'

/** Why a photo costs nothing: no server takes such a file, or it has the same content as a photo before it. */
export type Uncharged = 'refused' | 'duplicate'

/** A photo and the options of its request. Only photos that are equal in both are paid for once. */
export interface Candidate {
  readonly source: PhotoSource
  readonly wish: string
}

/**
 * Finds the photos of a run that will not be charged, by their position, so that a price counts the others alone. It reads
 * only the beginning of files, and the whole of those that have the same size.
 *
 * @param maxBytes larger pictures are refused
 */
export async function unchargedOf(
  candidates: readonly Candidate[],
  maxBytes: number,
): Promise<ReadonlyMap<number, Uncharged>> {
  const found = new Map<number, Uncharged>()
  const alike = new Map<string, number[]>()
  for (const [index, { source, wish }] of candidates.entries()) {
    const size = source.kind === 'url' ? source.url : await sizeOf(source, maxBytes)
    if (size === null) found.set(index, 'refused')
    else alike.set(`${size}\n${wish}`, [...(alike.get(`${size}\n${wish}`) ?? []), index])
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

/** The size of a picture in bytes; null for what no server takes: a file that is too large, or does not begin as a picture. */
async function sizeOf(source: Exclude<PhotoSource, { kind: 'url' }>, maxBytes: number): Promise<number | null> {
  if (source.kind === 'bytes') {
    const { bytes } = source
    return formatOf(bytes) !== null && bytes.byteLength <= maxBytes ? bytes.byteLength : null
  }
  try {
    const { size } = await stat(source.path)
    if (size > maxBytes) return null
    const file = await open(source.path, 'r')
    try {
      const head = new Uint8Array(HEAD_BYTES)
      const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0)
      return formatOf(head.subarray(0, bytesRead)) === null ? null : size
    } finally {
      await file.close()
    }
  } catch {
    // What cannot be read is not sent.
    return null
  }
}
