import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts'

const RENEW_MS = 5 * MINUTE_MS
/** The folder of a process that has not renewed it for this long belongs to one that has died. */
const ABANDONED_MS = HOUR_MS

/**
 * Opens the folder for files that are being received or written, and removes what processes that died have left there. A
 * process that has the data folder to itself removes everything. Where several share it, each has a folder of its own, renews
 * it every five minutes, and removes those that nobody has renewed for an hour.
 *
 * @param options.owner The name of this process; undefined when it has the data folder to itself.
 */
export async function openIncomingFolder(options: {
  readonly dataFolder: string
  readonly owner: string | undefined
  readonly logger: Pick<Logger, 'warn'>
}): Promise<{ readonly folder: string; renew(): Promise<void>; close(): Promise<void> }> {
  const { dataFolder, owner, logger } = options
  const incoming = join(dataFolder, 'incoming')
  const folder = owner === undefined ? incoming : join(incoming, owner)
  const remove = (path: string) => rm(path, { recursive: true, force: true })

  const renew = async (): Promise<void> => {
    const now = await touch(folder)
    for (const name of await readdir(incoming)) {
      const path = join(incoming, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtimeMs <= now - ABANDONED_MS) await remove(path)
    }
  }

  if (owner === undefined) {
    await remove(incoming)
    await mkdir(folder, { recursive: true })
    return { folder, renew: async () => {}, close: () => remove(folder) }
  }
  await renew()
  const renewing = setInterval(
    () => void renew().catch((err: unknown) => logger.warn({ err }, 'the folder of incoming files was not renewed')),
    RENEW_MS,
  )
  renewing.unref()
  return {
    folder,
    renew,
    close: async () => {
      clearInterval(renewing)
      await remove(folder)
    },
  }
}

/** Changes a folder. @returns The time of the change by the clock of the file system, which all processes share. */
async function touch(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  await rmdir(await mkdtemp(join(folder, 'renewed-')))
  return (await stat(folder)).mtimeMs
}
