import { open, stat } from 'node:fs/promises'
import { formatOf, HEAD_BYTES } from '../../files/image-signature.ts'
import { readPhoto } from './photo-content.ts'
import type { PhotoSource } from './photo-sources.ts'

/** Why a photo costs nothing: it is no picture that is taken, or the same as one before it. */
export type Uncharged = 'refused' | 'duplicate'

/** A photo, and what is asked for: only what is equal in both is paid for once. */
export interface Candidate {
  readonly source: PhotoSource
  readonly wish: string
}

/**
 * Which photos of a run will not be charged, by their place: so a price counts what is paid for and nothing else. Of files only
 * the beginning is read, and those of the same size as another whole.
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

/** The size of a picture in bytes; null for what no server takes: too large, or by its beginning no picture. */
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
