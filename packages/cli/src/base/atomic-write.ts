import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file, by default readable only by its owner. The content goes to a temporary file that is then renamed, so
 * that the file always has either the old content or the new.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`)
  try {
    const descriptor = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
