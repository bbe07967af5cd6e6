import type { Logger } from 'pino'
import type { S3Settings } from '../base/config/s3-settings.ts'
import { ConfigError } from '../base/config/server-config.ts'
import { MINUTE_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import { S3Problem } from '../blobs/s3/s3-problem.ts'
import { s3Blobs } from '../blobs/s3-blobs.ts'

/**
 * Blobs in S3, once a small object has been written there.
 *
 * @throws ConfigError when the bucket cannot be used with these settings. A service that does not respond may do so later, and
 * does not prevent the start.
 */
export async function openS3(settings: S3Settings, logger: Pick<Logger, 'error'>, clock?: Clock): Promise<Blobs> {
  let isStarting = true
  const log = rarely((err) =>
    logger.error({ err }, 'S3 does not work: what needs it is refused with 503 storage_unavailable'),
  )
  const onTrouble = (problem: S3Problem) => {
    // What prevents the start is said by its error.
    if (!isStarting || problem.kind === 'passing') log(problem)
  }
  const blobs = s3Blobs({ settings, onTrouble, ...(clock && { now: clock.now }) })
  try {
    await blobs.check()
  } catch (error) {
    if (!(error instanceof S3Problem)) throw error
    if (error.kind !== 'passing') {
      await blobs.close()
      throw new ConfigError([error.message])
    }
  }
  isStarting = false
  return blobs
}

/** Passes on a problem that goes on once a minute. */
function rarely(log: (problem: S3Problem) => void): (problem: S3Problem) => void {
  const loggedAt = new Map<string, number>()
  return (problem) => {
    const name = `${problem.kind} ${problem.code}`
    const now = performance.now()
    if (now - (loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return
    loggedAt.set(name, now)
    log(problem)
  }
}
