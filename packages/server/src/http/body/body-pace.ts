import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../base/service-error.ts'

/** How slowly a body may arrive. */
export interface BodyPace {
  /** After this long, the body counts as slow when its average is below `bytesPerSecond`. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

const CHECK_MS = 1_000

/**
 * Waits for a body that is being read, as long as it arrives at the given pace. A caller may pause for as long as it was fast
 * before, so a phone that loses its network for a moment goes on.
 *
 * @throws ServiceError `request_timeout`, and what `reading` throws
 */
export async function atPace<T>(req: IncomingMessage, pace: BodyPace, reading: Promise<T>): Promise<T> {
  const { graceMs, bytesPerSecond } = pace
  const begun = performance.now()
  // What has arrived with the head is part of the body too.
  const before = req.socket.bytesRead - req.readableLength
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, failed) => {
    let wasSlow = false
    timer = setInterval(
      () => {
        const seconds = (performance.now() - begun - graceMs) / 1000
        const isSlow = !req.complete && req.socket.bytesRead - before < seconds * bytesPerSecond
        // Twice in a row: after a pause of this process, the bytes that have arrived meanwhile are read first.
        if (isSlow && wasSlow) failed(bodyTooSlow(bytesPerSecond))
        wasSlow = isSlow
      },
      Math.min(CHECK_MS, graceMs),
    )
  })
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(timer)
  }
}

const bodyTooSlow = (bytesPerSecond: number) =>
  new ServiceError(
    'request_timeout',
    `The body arrived more slowly than ${bytesPerSecond} bytes per second on average. Send it again over a faster connection.`,
  )
