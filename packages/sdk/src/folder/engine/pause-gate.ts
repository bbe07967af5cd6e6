import type { Clock } from '../../transport/sdk-clock.ts'
import { sleep } from '../../transport/sleep.ts'
import { type BatchEvent, type PauseReason, SCHEMA_VERSION } from '../folder-events.ts'

/** Where everybody waits while nothing may be sent. */
export interface PauseGate {
  /** Closes it for so many milliseconds, and tells about it unless it is closed for longer already. */
  close(ms: number, reason: PauseReason): void
  isClosed(): boolean
  /** Resolves when it is open, or at once when the signal aborts. */
  pass(signal: AbortSignal): Promise<void>
}

export function createPauseGate(clock: Clock, emit: (event: BatchEvent) => void): PauseGate {
  let until = 0
  let isAnnounced = false
  const left = () => until - clock.now()
  return {
    close(ms, reason) {
      if (ms <= left()) return
      until = clock.now() + ms
      isAnnounced = true
      emit({ schemaVersion: SCHEMA_VERSION, type: 'paused', reason, resumesAt: new Date(until).toISOString() })
    },
    isClosed: () => left() > 0,
    async pass(signal) {
      while (left() > 0 && !signal.aborted) await sleep(clock, left(), signal).catch(() => undefined)
      if (!isAnnounced || left() > 0) return
      isAnnounced = false
      emit({ schemaVersion: SCHEMA_VERSION, type: 'resumed' })
    },
  }
}
