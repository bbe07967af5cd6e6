import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { localRefusal } from '../../transport/error-response.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { sha256 } from '../content-hash.ts'
import type { PhotoSource } from './photo-sources.ts'

/** Size and times of a file. They show whether it has changed without reading it. */
export interface FileState {
  readonly size: number
  /** Nanoseconds as text, because a number cannot hold all digits. */
  readonly mtime: string
  readonly ctime: string
}

/** Identifies a photo by the SHA-256 of its bytes, or by its address, which is not read here. */
export type ContentId = `sha256:${string}` | `url:${string}`

/** A photo that was read. */
export interface PhotoContent {
  readonly subject: ContentId
  /** Null for an address. */
  readonly file: File | null
  /** Null for a photo that is not on disk, and for a file so new that it could change again without new times. */
  readonly state: FileState | null
}

const ATTEMPTS = 3
/** The coarsest resolution of file times. */
const TICK_MS = 2000

/**
 * Reads a photo. A file is read once and kept in memory, so that the hashed bytes are the ones sent.
 *
 * @throws PlatelightError `file_unreadable`
 */
export async function readPhoto(source: PhotoSource, maxBytes: number): Promise<PhotoContent> {
  if (source.kind === 'url') return { subject: `url:${source.url}`, file: null, state: null }
  if (source.kind === 'bytes') return { ...hashed(source.bytes, source.name), state: null }
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const readAt = Date.now()
      const { bytes, state } = await readWhole(source.path, maxBytes)
      if (!state) continue
      const settled = Number(BigInt(state.ctime) / 1_000_000n) + TICK_MS < readAt
      return { ...hashed(bytes, basename(source.path)), state: settled ? state : null }
    }
  } catch (error) {
    if (error instanceof PlatelightError) throw error
    // Node shows bytes of a name that are not UTF-8 as a replacement character, and then does not find the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && source.path.includes('\ufffd')) {
      throw unreadable('its name is not valid UTF-8. Rename it', error)
    }
    throw unreadable((error as Error).message, error)
  }
  throw unreadable('it keeps changing', undefined)
}

/** The bytes of a file and its state, or a null state if the file changed during reading. */
async function readWhole(path: string, maxBytes: number): Promise<{ bytes: Uint8Array; state: FileState | null }> {
  const handle = await open(path, 'r')
  try {
    const before = await handle.stat({ bigint: true })
    if (!before.isFile()) throw new Error(`${path} is not a file`)
    if (before.size > BigInt(maxBytes)) {
      throw localRefusal('image_too_large', `A picture may have up to ${maxBytes / 1e6} MB.`)
    }
    const bytes = await handle.readFile()
    const [was, is] = [stateOf(before), stateOf(await handle.stat({ bigint: true }))]
    return { bytes, state: isSameState(was, is) && is.size === bytes.byteLength ? is : null }
  } finally {
    await handle.close()
  }
}

const hashed = (bytes: Uint8Array, name: string): Omit<PhotoContent, 'state'> => ({
  subject: `sha256:${sha256(bytes)}`,
  file: new File([bytes as Uint8Array<ArrayBuffer>], name),
})

const stateOf = (stat: { size: bigint; mtimeNs: bigint; ctimeNs: bigint }): FileState => ({
  size: Number(stat.size),
  mtime: String(stat.mtimeNs),
  ctime: String(stat.ctimeNs),
})

export const isSameState = (a: FileState, b: FileState): boolean =>
  a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime

/** The current state of a file; undefined if it does not exist. */
export async function fileStateAt(path: string): Promise<FileState | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && stateOf(found)
}

const unreadable = (reason: string, cause: unknown) =>
  new PlatelightError('file_unreadable', `The file cannot be read: ${reason}.`, { cause })
