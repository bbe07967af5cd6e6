import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { asDataFolderError } from '../../base/data-folder-error.ts'
import { parseUrl } from '../../base/text/parse-url.ts'
import { databasePath } from './open-data-folder.ts'

/** The server that holds a data folder, as recorded in `server.lock`. */
export interface RecordedServer {
  /** Null until the record is written. */
  readonly pid: number | null
  /** Empty until the server listens. */
  readonly url: string
  /** Identifies the process. Its `/health` returns the same value. */
  readonly instance?: string
}

/** Another server holds the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  constructor(
    readonly folder: string,
    readonly running: RecordedServer,
  ) {
    const who = [running.pid === null ? '' : `pid ${running.pid}`, running.url].filter(Boolean).join(', ')
    super(`Another server is using ${folder}${who && ` (${who})`}. Stop it, or choose another folder with --data.`)
  }
}

export interface FolderLock {
  readonly instance: string
  /** Records the address of the server, and starts to watch the folder. */
  announce(url: string): void
  /** Resolves with a sentence when the folder has gone or was replaced. */
  readonly lost: Promise<string>
  release(): void
}

const WATCH_MS = 2_000
const ANSWER_MS = 1_500
/** How long a server that has just locked the folder may take to write its record. */
const RECORD_WAIT_MS = 500

/**
 * Makes sure that only one server uses a data folder. The lock is an exclusive lock on `lock.db`, which the operating system
 * releases whenever the process ends. `server.lock` beside it only records who holds it, for programs that want to connect.
 *
 * @throws FolderInUse
 * @throws DataFolderError when the folder is not writable or its file system has no locks.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'server.lock')
  const release = takeLock(join(folder, 'lock.db'), folder)
  if (!release) throw new FolderInUse(folder, await waitForRecord(path))
  // Some file systems grant every lock. Then the recorded server is asked whether it is alive.
  const recorded = readRecord(path)
  if (recorded && (await isAlive(recorded))) {
    release()
    throw new FolderInUse(folder, recorded)
  }
  const instance = randomUUID()
  const write = (url: string) => writeRecord(path, { pid: process.pid, url, instance })
  write('')

  let timer: NodeJS.Timeout | undefined
  let loseFolder = (_why: string) => {}
  return {
    instance,
    lost: new Promise((resolve) => {
      loseFolder = resolve
    }),
    announce(url) {
      write(url)
      const inode = inodeOf(databasePath(folder))
      timer = setInterval(() => {
        const now = inodeOf(databasePath(folder))
        const record = readRecord(path)
        if (now === undefined) loseFolder(`The data folder ${folder} is gone.`)
        else if (record && record.instance !== instance)
          loseFolder(`Another server has taken the data folder ${folder}.`)
        else if (!record && now !== inode) loseFolder(`The data folder ${folder} was replaced.`)
        else if (!record) write(url)
      }, WATCH_MS).unref()
    },
    release() {
      clearInterval(timer)
      if (readRecord(path)?.instance === instance) rmSync(path, { force: true })
      release()
    },
  }
}

/** For processes that share a database server. Then the folder holds nothing that only one of them may use. */
export const sharedFolder = (): FolderLock => ({
  instance: randomUUID(),
  announce() {},
  lost: new Promise(() => {}),
  release() {},
})

/**
 * Locks a file, which is created, until the process ends.
 *
 * @returns the function that releases the lock, or undefined when another process holds it.
 */
export function takeLock(path: string, folder: string): (() => void) | undefined {
  let file: SqliteDatabase.Database | undefined
  try {
    file = new SqliteDatabase(path, { timeout: 0 })
    // This transaction never ends. It writes nothing, so a full disk does not matter.
    file.exec('begin exclusive')
    const held = file
    return () => held.close()
  } catch (error) {
    file?.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw asDataFolderError(folder, error)
  }
}

/** The record of the server that holds the lock, as soon as it is written. */
async function waitForRecord(path: string): Promise<RecordedServer> {
  for (let waited = 0; waited < RECORD_WAIT_MS; waited += 50) {
    const record = readRecord(path)
    if (record) return record
    await sleep(50)
  }
  return { pid: null, url: '' }
}

/** Whether the recorded server is running, and not another one that has got its port since. */
async function isAlive({ url, instance }: RecordedServer): Promise<boolean> {
  if (!parseUrl(url)) return false
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const health = (await response.json()) as { version?: unknown; instance?: unknown }
    // Older versions did not record an instance.
    return instance === undefined ? health.version !== undefined : health.instance === instance
  } catch {
    return false
  }
}

function readRecord(path: string): RecordedServer | undefined {
  try {
    const { pid, url, instance } = JSON.parse(readFileSync(path, 'utf8')) as Partial<RecordedServer>
    if (typeof pid !== 'number') return undefined
    return { pid, url: String(url ?? ''), ...(typeof instance === 'string' && { instance }) }
  } catch {
    return undefined
  }
}

/** Writes the record atomically. Errors are ignored: only connecting programs depend on it, and the disk may be full. */
function writeRecord(path: string, record: RecordedServer): void {
  try {
    writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    rmSync(`${path}.new`, { force: true })
  }
}

const inodeOf = (path: string): number | undefined => {
  try {
    return statSync(path).ino
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : -1
  }
}
