import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive. */
export interface ArchiveEntry {
  /** With folders: `pictures/run_1/square.jpg`. */
  readonly name: string
  /** Whether it becomes smaller. Pictures do not. */
  readonly compress: boolean
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface ArchiveFile {
  /** From 1. */
  readonly number: number
  readonly path: string
  readonly bytes: number
}

/** An archive is closed after the entry with which it exceeds one of these. */
export interface ArchiveLimits {
  readonly bytes: number
  readonly entries: number
}

interface OpenArchive {
  readonly number: number
  readonly path: string
  readonly zip: Zip
  readonly file: FileHandle
  /** What the archive has produced and the file does not have yet. */
  readonly pending: Uint8Array[]
  bytes: number
  entries: number
}

/**
 * Writes entries into zip archives in a folder. Memory is bounded by a piece of an entry, whatever the number and size of the
 * entries.
 *
 * @param options.date The time that the entries get.
 * @yields Each archive when it is complete. The caller may delete it before the next one begins.
 */
export async function* zipArchives(
  entries: AsyncIterable<ArchiveEntry>,
  options: { folder: string; limits: ArchiveLimits; date: Date; signal: AbortSignal },
): AsyncGenerator<ArchiveFile> {
  const { folder, limits, date, signal } = options
  let number = 0
  let archive: OpenArchive | undefined
  try {
    for await (const entry of entries) {
      archive ??= await begin(join(folder, `archive-${++number}.zip`), number)
      await add(archive, entry, { date, signal })
      if (archive.bytes <= limits.bytes && archive.entries < limits.entries) continue
      yield await end(archive)
      archive = undefined
    }
    if (archive) yield await end(archive)
    archive = undefined
  } finally {
    await archive?.file.close()
  }
}

async function begin(path: string, number: number): Promise<OpenArchive> {
  const file = await open(path, 'w', 0o600)
  const pending: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pending.push(piece)
  })
  return { number, path, zip, file, pending, bytes: 0, entries: 0 }
}

async function add(
  archive: OpenArchive,
  { name, compress, bytes }: ArchiveEntry,
  { date, signal }: { date: Date; signal: AbortSignal },
): Promise<void> {
  const entry = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
  entry.mtime = date
  archive.zip.add(entry)
  archive.entries += 1
  for await (const piece of bytes) {
    signal.throwIfAborted()
    entry.push(piece)
    await write(archive)
  }
  entry.push(new Uint8Array(), true)
  await write(archive)
}

async function end(archive: OpenArchive): Promise<ArchiveFile> {
  archive.zip.end()
  await write(archive)
  await archive.file.close()
  const { number, path, bytes } = archive
  return { number, path, bytes }
}

async function write(archive: OpenArchive): Promise<void> {
  for (const piece of archive.pending.splice(0)) {
    await archive.file.writeFile(piece)
    archive.bytes += piece.byteLength
  }
}
