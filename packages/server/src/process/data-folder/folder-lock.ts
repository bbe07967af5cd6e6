import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { asDataFolderError } from '../../base/data-folder-error.ts'
import { databasePath } from './open-data-folder.ts'

/** The server that has a folder, as it announces itself in `server.lock`. */
export interface RecordedServer {
  /** Null in the moment before it has written it. */
  readonly pid: number | null
  /** Empty until it listens. */
  readonly url: string
  /** Which process it is; its `/health` says the same. */
  readonly instance?: string
}

/** Another server has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  constructor(
    readonly folder: string,
    readonly running: RecordedServer,
  ) {
    const who = [running.pid === null ? '' : `pid ${running.pid}`, running.url].filter(Boolean).join(', ')
    super(`A server already runs on ${folder}${who && ` (${who})`}. Stop it, or use another folder with --data.`)
  }
}

export interface FolderLock {
  readonly instance: string
  /** Says where the server is reached, and begins to watch the folder. */
  announce(url: string): void
  /** Resolves with a sentence when the folder is no longer the one that was locked. */
  readonly lost: Promise<string>
  release(): void
}

const WATCH_MS = 2_000
const ANSWER_MS = 1_500
/** Who has just taken the folder may not have written yet who it is. */
const RECORD_WAIT_MS = 500

/**
 * One server per data folder. What counts is an exclusive lock on `lock.db`, which the operating system takes back when
 * its process ends, however it ends. `server.lock` beside it only tells who has it, for those who join.
 *
 * @throws FolderInUse
 * @throws DataFolderError when the folder cannot be written or its file system gives no locks.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'server.lock')
  const release = takeLock(join(folder, 'lock.db'), folder)
  if (!release) throw new FolderInUse(folder, await waitForRecord(path))
  // Some file systems grant a lock to everybody: then the server that is recorded answers.
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

/** @returns what gives the lock back, or undefined when another process has it. */
function takeLock(path: string, folder: string): (() => void) | undefined {
  let file: SqliteDatabase.Database | undefined
  try {
    file = new SqliteDatabase(path, { timeout: 0 })
    // A transaction that is never ended; nothing is written, so a full disk does not matter.
    file.exec('begin exclusive')
    const held = file
    return () => held.close()
  } catch (error) {
    file?.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw asDataFolderError(folder, error)
  }
}

/** Who has the lock, as soon as it says so. */
async function waitForRecord(path: string): Promise<RecordedServer> {
  for (let waited = 0; waited < RECORD_WAIT_MS; waited += 50) {
    const record = readRecord(path)
    if (record) return record
    await sleep(50)
  }
  return { pid: null, url: '' }
}

/** Whether the address in a record belongs to the process that wrote it, and not to another that got its port since. */
async function isAlive({ url, instance }: RecordedServer): Promise<boolean> {
  if (!URL.canParse(url)) return false
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const health = (await response.json()) as { version?: unknown; instance?: unknown }
    // Older versions said nothing of themselves.
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

/** Whole or not at all for those who read it. Best effort: nothing depends on it but joining, and the disk may be full. */
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
