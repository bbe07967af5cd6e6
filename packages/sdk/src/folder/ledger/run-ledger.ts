import { mkdir, open, rename, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { acquireLock } from './ledger-lock.ts'
import { createRecords, HEADER, type Line, readLedger } from './ledger-records.ts'
import { type LedgerView, ledgerPathsFrom } from './ledger-view.ts'

type Unstamped<T> = T extends unknown ? Omit<T, 'at'> : never

/** The append-only record of a folder's runs. Each transition is one line, synced to disk before the run continues. */
export interface Ledger extends LedgerView {
  /** @throws PlatelightError `state_unwritable` */
  append(line: Unstamped<Line>): Promise<void>
  close(): Promise<void>
}

/** An in-memory ledger for runs that keep no ledger file. Its records last until the run ends. */
export function memoryLedger(): Ledger {
  const records = createRecords()
  return {
    records,
    named: (path) => path,
    append: async (line) => records.add({ ...line, at: new Date().toISOString() } as Line),
    close: async () => undefined,
  }
}

/**
 * Opens and locks a ledger for one run. The file is created with its first line. A folder that was created for it is removed
 * on close if it is still empty.
 *
 * @throws PlatelightError `folder_locked`, `state_unreadable`, `state_unwritable`
 */
export async function openLedger(path: string, fresh: boolean): Promise<Ledger> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw unwritable(path, error)
  })
  const release = await acquireLock(`${path}.lock`).catch((error: Error) => {
    throw error instanceof PlatelightError ? error : unwritable(path, error)
  })
  try {
    const { lines, sizeBytes } = await readLedger(path)
    if (fresh && sizeBytes > 0) await rename(path, `${path}.old`)
    return writableLedger(path, fresh ? { lines: [], sizeBytes: 0 } : { lines, sizeBytes }, async () => {
      await release()
      if (made !== undefined) await removeEmptyFolders(folder, made)
    })
  } catch (error) {
    await release()
    throw error
  }
}

function writableLedger(
  path: string,
  known: Awaited<ReturnType<typeof readLedger>>,
  release: () => Promise<void>,
): Ledger {
  const records = createRecords(known.lines)
  let sizeBytes = known.sizeBytes
  let file: Awaited<ReturnType<typeof open>> | undefined
  let last: Promise<void> = Promise.resolve()

  const write = async (text: string) => {
    try {
      // Readable by the owner only, because it contains links to uploads.
      file ??= await open(path, 'a', 0o600)
      const bytes = Buffer.from(`${sizeBytes === 0 ? `${JSON.stringify(HEADER)}\n` : ''}${text}\n`)
      try {
        // Removes a partial line that a crash or a full disk left.
        await file.truncate(sizeBytes)
        await file.writeFile(bytes)
        await file.datasync()
        sizeBytes += bytes.byteLength
      } catch (error) {
        await file.truncate(sizeBytes).catch(() => undefined)
        throw error
      }
    } catch (error) {
      throw unwritable(path, error as Error)
    }
  }

  return {
    records,
    named: ledgerPathsFrom(path),
    append(line) {
      // A run in which nothing succeeded creates no ledger.
      if (line.type === 'failed' && sizeBytes === 0) return Promise.resolve()
      const whole = { at: new Date().toISOString(), ...line } as Line
      const written = last.then(() => write(JSON.stringify(whole))).then(() => records.add(whole))
      last = written.catch(() => undefined)
      return written
    },
    async close() {
      await last
      await file?.close()
      await release()
    },
  }
}

/** Removes empty folders from `folder` up to `top`. */
async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let each = folder; each.length >= top.length; each = dirname(each)) {
    const removed = await rmdir(each).then(
      () => true,
      () => false,
    )
    if (!removed) return
  }
}

const unwritable = (path: string, cause: Error): PlatelightError =>
  new PlatelightError('state_unwritable', `The ledger ${path} cannot be written: ${cause.message}`, { cause })
