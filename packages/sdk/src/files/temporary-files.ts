import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes partial files that dead processes left in a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = Number(/^\.platelight-(\d+)-[0-9a-f]{8}\.part$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

/** Whether a process with this id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
