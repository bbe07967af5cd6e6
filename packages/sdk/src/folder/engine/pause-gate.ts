import { sleep } from '../../transport/request-attempt.ts'
import type { Clock } from '../../transport/sdk-clock.ts'
import { type PausedEvent, type PauseReason, type ResumedEvent, SCHEMA_VERSION } from '../folder-events.ts'

/** Blocks all workers while no request may be sent. */
export interface PauseGate {
  /** Closes the gate for `ms` milliseconds and reports the pause. Does nothing if the gate is already closed for longer. */
  close(ms: number, reason: PauseReason): void
  isClosed(): boolean
  /** Resolves when the gate is open, or at once when the signal aborts. */
  pass(signal: AbortSignal): Promise<void>
}

export function createPauseGate(clock: Clock, emit: (event: PausedEvent | ResumedEvent) => void): PauseGate {
  let closedUntil = 0
  let isReported = false
  const remainingMs = () => closedUntil - clock.now()
  return {
    close(ms, reason) {
      if (ms <= remainingMs()) return
      closedUntil = clock.now() + ms
      isReported = true
      emit({ schemaVersion: SCHEMA_VERSION, type: 'paused', reason, resumesAt: new Date(closedUntil).toISOString() })
    },
    isClosed: () => remainingMs() > 0,
    async pass(signal) {
      while (remainingMs() > 0 && !signal.aborted) await sleep(clock, remainingMs(), signal).catch(() => undefined)
      if (!isReported || remainingMs() > 0) return
      isReported = false
      emit({ schemaVersion: SCHEMA_VERSION, type: 'resumed' })
    },
  }
}
