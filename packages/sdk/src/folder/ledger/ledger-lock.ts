import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isAlive } from '../../files/temporary-files.ts'
import { MINUTE_MS } from '../../transport/sdk-clock.ts'
import { PlatelightError } from '../../transport/sdk-errors.ts'

/** A run touches its lock at this interval, and counts as gone after it missed six intervals. */
const BEAT_MS = 10_000
const GONE_MS = MINUTE_MS

interface Holder {
  readonly pid: number
  readonly host: string
  readonly token: string
}

/**
 * Acquires a lock file, so that a folder has only one run at a time. A killed run leaves a stale lock: its process is gone,
 * or, on another machine, its modification time no longer changes. A stale lock is taken over.
 *
 * @returns a function that releases the lock
 * @throws PlatelightError `folder_locked`. The message names the process and what to do.
 */
export async function acquireLock(path: string): Promise<() => Promise<void>> {
  const mine: Holder = { pid: process.pid, host: hostname(), token: randomUUID() }
  while (!(await created(path, mine))) await removeStaleLock(path)
  const beat = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => undefined)
  }, BEAT_MS)
  beat.unref()
  return async () => {
    clearInterval(beat)
    // Another run may have taken the lock over while this process was suspended.
    if ((await holderOf(path))?.token === mine.token) await rm(path, { force: true })
  }
}

async function created(path: string, mine: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(mine), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a stale lock. @throws PlatelightError if the lock is held. */
async function removeStaleLock(path: string): Promise<void> {
  const holder = await holderOf(path)
  const touched = await stat(path).catch(() => null)
  if (!touched) return
  if (isHeld(holder, Date.now() - touched.mtimeMs)) throw locked(path, holder)
  const aside = `${path}.${randomUUID()}`
  await rename(path, aside).catch(() => undefined)
  const moved = await holderOf(aside)
  // Another run was faster. The moved file is its new lock, not the stale one, so it is put back.
  if (moved && moved.token !== holder?.token) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

function isHeld(holder: Holder | undefined, silentMs: number): boolean {
  if (silentMs > GONE_MS) return false
  return holder === undefined || holder.host !== hostname() || isAlive(holder.pid)
}

async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function locked(path: string, holder: Holder | undefined): PlatelightError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  return new PlatelightError(
    'folder_locked',
    `Another run works in this folder: ${who} holds ${path}. Wait until it ends, or name another folder for the results. A run that was killed is noticed within a minute.`,
  )
}
