import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { MINUTE_MS } from '../../base/durations.ts'
import type { DiskSpace } from '../../base/ports.ts'
import { isStorageFull } from '../../base/service-error.ts'

const CHECK_MS = 1_000
/** Writes are accepted again only well above the floor, so that a disk near it does not switch all the time. */
const MARGIN = 1.1
/** A write of this size shows that a disk accepts writes again. The free space that it reports does not include quotas. */
const PROBE_BYTES = 256 * 1024
/** A disk that fills up again and again is not logged more often than this. */
const QUIET_MS = MINUTE_MS

export interface WatchedDiskSpace extends DiskSpace {
  /** Checks now, and from then on every second. */
  watch(): Promise<void>
  close(): void
}

/**
 * Watches the free space on the disks of the data folder.
 *
 * @param options.folders Existing folders that may be on disks of their own.
 * @param options.minFreeBytes With less free space, writes are refused.
 * @param options.visitorsMinFreeBytes With less free space, nothing is stored for visitors.
 */
export function watchDiskSpace(options: {
  folders: readonly [string, ...string[]]
  minFreeBytes: number
  visitorsMinFreeBytes: number
  logger: Pick<Logger, 'error' | 'warn'>
}): WatchedDiskSpace {
  const { folders, minFreeBytes, visitorsMinFreeBytes, logger } = options
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
      logger.error({ ...facts, ...err }, 'the disk is full: writes are refused with 503 storage_full, reads go on')
    }
    if (!isLow() && isReported) {
      isReported = false
      logger.warn(facts, 'the disk has free space again: writes are accepted')
    }
  }

  const check = async () => {
    const disks = await Promise.all(folders.map((folder) => statfs(folder)))
    free = Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize))
    isBelow = free < minFreeBytes * (isBelow ? MARGIN : 1)
    if (failure !== undefined && !isBelow && (await canWrite(folders))) failure = undefined
    report()
  }

  /** One check at a time: a network disk may take longer than the interval. */
  const checkOnce = () => {
    checking ??= check()
      // A missing folder is noticed elsewhere.
      .catch(() => {})
      .finally(() => {
        checking = undefined
      })
    return checking
  }

  return {
    isLow,
    isLowForVisitors: () => isLow() || free < visitorsMinFreeBytes,
    freeBytes: () => free,
    note(error) {
      if (!isStorageFull(error)) return false
      // Writes are refused already, so this error adds nothing.
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

/** Whether a file of some size can be written in every folder. */
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

/** The same log without errors of a full disk, which the watcher logs once instead of every failed write. */
export function quietWhenFull(logger: Logger, space: Pick<DiskSpace, 'note'>): Logger {
  const unlessFull = (level: 'error' | 'warn') =>
    // The line of a request is that of a child, with the fields of the child.
    function (this: Logger, ...line: [object, string]): void {
      const [fields] = line
      if (!(fields instanceof Object && 'err' in fields && space.note(fields.err))) logger[level].apply(this, line)
    }
  return Object.create(logger, { error: { value: unlessFull('error') }, warn: { value: unlessFull('warn') } }) as Logger
}
