import { mkdir, open, rename, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PlatelightError } from '../../transport/sdk-errors.ts'
import { acquireLock } from './ledger-lock.ts'
import { createRecords, HEADER, type Line, readLedger } from './ledger-records.ts'
import { type LedgerView, ledgerPathsFrom } from './ledger-view.ts'

type Unstamped<T> = T extends unknown ? Omit<T, 'at'> : never

/** The memory of a folder's runs: append-only, a line for each transition, on the disk before the run goes on. */
export interface Ledger extends LedgerView {
  /** @throws PlatelightError `state_unwritable` */
  append(line: Unstamped<Line>): Promise<void>
  close(): Promise<void>
}

/** A ledger that forgets, for runs that keep none: what it learns it knows until the run ends. */
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
 * Opens a ledger for one run, and locks it. The file is made with its first line, and a folder that was made for it and
 * stayed empty is taken away again.
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
      // For the owner alone: links to uploads are in it.
      file ??= await open(path, 'a', 0o600)
      const bytes = Buffer.from(`${sizeBytes === 0 ? `${JSON.stringify(HEADER)}\n` : ''}${text}\n`)
      try {
        // What a crash or a full disk left of a line goes before the next is written.
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
      // A run in which nothing succeeded leaves nothing behind.
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

/** Removes folders from the innermost up to `top`, as long as they are empty. */
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
