import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DiskSpace } from '../../base/ports.ts'
import { isStorageFull } from '../../base/service-error.ts'

const CHECK_MS = 1_000
/** There is room again only well above the floor, so that a disk near it does not open and close all the time. */
const MARGIN = 1.1
/** A write of this size tells that a disk takes something again: quotas are not seen in what it says is free. */
const PROBE_BYTES = 256 * 1024
/** A disk that fills up again and again is not told of more often than this. */
const QUIET_MS = 60_000

export interface WatchedDiskSpace extends DiskSpace {
  /** Looks now, and from now on every second. */
  watch(): Promise<void>
  close(): void
}

/**
 * Watches the room on the disks of the data folder.
 *
 * @param options.folders Those that may lie on disks of their own; they have to exist.
 * @param options.minFreeBytes The floor.
 */
export function watchDiskSpace(options: {
  folders: readonly [string, ...string[]]
  minFreeBytes: number
  logger: Pick<Logger, 'error' | 'warn'>
}): WatchedDiskSpace {
  const { folders, minFreeBytes, logger } = options
  let free = Number.POSITIVE_INFINITY
  let isBelow = false
  let failure: unknown
  let reportedAt = Number.NEGATIVE_INFINITY
  let isReported = false
  let checking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isLow = () => isBelow || failure !== undefined

  const report = () => {
    const facts = { free_mb: Math.floor(free / 1e6), floor_mb: minFreeBytes / 1e6, data: folders[0] }
    if (isLow() && !isReported && performance.now() - reportedAt >= QUIET_MS) {
      reportedAt = performance.now()
      isReported = true
      const err = failure === undefined ? {} : { err: failure }
      logger.error({ ...facts, ...err }, 'no room on the disk: writes are refused with 503 storage_full, reads go on')
    }
    if (!isLow() && isReported) {
      isReported = false
      logger.warn(facts, 'there is room on the disk again: writes are taken')
    }
  }

  const check = async () => {
    const rooms = await Promise.all(folders.map((folder) => statfs(folder)))
    free = Math.min(...rooms.map(({ bavail, bsize }) => bavail * bsize))
    isBelow = free < minFreeBytes * (isBelow ? MARGIN : 1)
    if (failure !== undefined && !isBelow && (await canWrite(folders))) failure = undefined
    report()
  }

  /** One look at a time: a network disk may take longer to answer than the time between two. */
  const checkOnce = () => {
    checking ??= check()
      // A folder that has gone is noticed elsewhere.
      .catch(() => {})
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  return {
    isLow,
    freeBytes: () => free,
    note(error) {
      if (!isStorageFull(error)) return false
      // What was refused because it is known needs no telling.
      if (!isLow()) failure = error
      report()
      return true
    },
    async watch() {
      await checkOnce()
      timer = setInterval(() => void checkOnce(), CHECK_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}

/** Whether every folder takes a file of some size. */
async function canWrite(folders: readonly string[]): Promise<boolean> {
  const tries = folders.map(async (folder) => {
    const probe = join(folder, `.room-${randomUUID()}`)
    try {
      await writeFile(probe, new Uint8Array(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true })
      return true
    } catch {
      return false
    } finally {
      await rm(probe, { force: true }).catch(() => {})
    }
  })
  return (await Promise.all(tries)).every(Boolean)
}

/** The same log, in which what fails for want of room is told by the watcher, once, instead of by every write. */
export function quietWhenFull(logger: Logger, space: Pick<DiskSpace, 'note'>): Logger {
  const unlessFull =
    (level: 'error' | 'warn') =>
    (...line: [object, string]): void => {
      const [fields] = line
      if (!(fields instanceof Object && 'err' in fields && space.note(fields.err))) logger[level](...line)
    }
  return Object.create(logger, { error: { value: unlessFull('error') }, warn: { value: unlessFull('warn') } }) as Logger
}
