import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Running {
  readonly pid: number
  /** Empty until it listens. */
  readonly url: string
}

/** Another server has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
  constructor(
    readonly folder: string,
    readonly running: Running,
  ) {
    super(
      `A server already runs on ${folder} (pid ${running.pid}${running.url ? `, ${running.url}` : ''}). Stop it, or use another folder with --data.`,
    )
  }
}

/**
 * One server per data folder. The lock is a file with the holder's pid and address; a file whose process is gone, as
 * after `kill -9`, is taken over.
 *
 * @throws FolderInUse
 */
export function lockFolder(folder: string): { announce(url: string): void; release(): void } {
  const path = join(folder, 'server.lock')
  const mine = { pid: process.pid, url: '' }
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error
      const holder = readLock(path)
      if (holder && isAlive(holder.pid)) throw new FolderInUse(folder, holder)
      rmSync(path, { force: true })
    }
  }
  return {
    announce: (url) => writeFileSync(path, JSON.stringify({ ...mine, url }), { mode: 0o600 }),
    release: () => {
      if (readLock(path)?.pid === process.pid) rmSync(path, { force: true })
    },
  }
}

function readLock(path: string): Running | undefined {
  try {
    const { pid, url } = JSON.parse(readFileSync(path, 'utf8')) as Running
    return Number.isInteger(pid) ? { pid, url: String(url ?? '') } : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
