import type { PausedEvent, PauseReason } from '@platelight/sdk/node'
import { MINUTE_MS } from '../base/time-units.ts'
import { pauseSentence } from './run-wording.ts'

/** The same pause is not reported again for this long. */
const REPEAT_MS = MINUTE_MS

/**
 * Reports pauses of a run. An unreachable server is reported once, not at every attempt. A run within the rate limit may
 * pause before every photo; that is reported once a minute.
 */
export function createPauseNotes(note: (line: string) => unknown) {
  let last: { readonly reason: PauseReason; readonly at: number } | undefined
  return {
    paused(event: Pick<PausedEvent, 'reason' | 'resumesAt'>): void {
      const now = Date.now()
      const isKnown = last?.reason === event.reason && (event.reason === 'unreachable' || now - last.at < REPEAT_MS)
      if (isKnown) return
      note(pauseSentence(event, now))
      last = { reason: event.reason, at: now }
    },
    /** Reports that the server answered. */
    answered(): void {
      if (last?.reason === 'unreachable') last = undefined
    },
  }
}
