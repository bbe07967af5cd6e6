import type { PausedEvent, PauseReason } from '@platelight/sdk/node'
import { MINUTE_MS } from '../base/time-units.ts'
import { pauseSentence } from './run-wording.ts'

/** The same pause is not reported again for this long. */
const REPEAT_MS = MINUTE_MS

/**
 * Says that a run pauses. A server that stays away is reported once, not each time it is tried. A run that keeps to the rate
 * limit may pause before every photo, and says so once a minute.
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
    /** The server answered. */
    answered(): void {
      if (last?.reason === 'unreachable') last = undefined
    },
  }
}
