import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file on disk that can be read several times. */
export interface DiskFile {
  readonly name: string
  readonly sizeBytes: number
  /** Its first bytes, which identify its format. */
  readonly head: Uint8Array
  read(): AsyncIterable<Uint8Array>
}

export async function openFile(address: string | URL, headBytes: number): Promise<DiskFile> {
  const path = pathOf(address)
  const handle = await open(path, 'r')
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new Error(`${path} is not a file`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return {
      name: basename(path),
      sizeBytes: stat.size,
      head: buffer.subarray(0, bytesRead),
      // A generator, so that the file is opened on the first read and closed when the reader stops.
      async *read() {
        yield* createReadStream(path, { highWaterMark: 256 * 1024 })
      },
    }
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file completely or not at all: to a temporary file next to the target, which is synced and
 * renamed. Creates the folder if it is missing. Resolves to the size in bytes.
 */
export async function saveFile(address: string | URL, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const path = pathOf(address)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const temporary = temporaryPath(folder)
  const handle = await open(temporary, 'wx')
  try {
    let sizeBytes = 0
    try {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk)
        sizeBytes += chunk.byteLength
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
    await syncFolder(folder)
    return sizeBytes
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A short name for a temporary file. It contains the process id, by which `removeLeftovers` recognises it. */
export const temporaryPath = (folder: string): string =>
  join(folder, `.platelight-${process.pid}-${randomUUID().slice(0, 8)}.part`)

/** Makes the rename itself durable. Some systems cannot open a folder; the file is complete even then. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const pathOf = (address: string | URL): string => (address instanceof URL ? fileURLToPath(address) : address)
