import type { Clock } from '../../transport/sdk-clock.ts'
import type { PauseGate } from './pause-gate.ts'

/** A photo that loses its connection to a server that is up fails after this many times. */
const MAX_LOSSES = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

export interface ServerAbsenceOptions {
  readonly gate: PauseGate
  readonly clock: Clock
  /** A server that is away for longer counts as gone. */
  readonly maxPauseMs: number
  readonly isServerUp: () => Promise<boolean>
}

/** What a lost connection means: try the photo again, count it as failed, or stop because the server is gone. */
export type LossVerdict = 'retry' | 'failed' | 'gone'

/** Tells a server that is away from a photo that brings its connections down, and waits for the former. */
export function createServerAbsence({ gate, clock, maxPauseMs, isServerUp }: ServerAbsenceOptions) {
  const losses = new Map<number, number>()
  /** Since when nothing comes back, and how often that was waited for. */
  let absence: { readonly since: number; pauses: number } | undefined

  return {
    /** Something came back. */
    end(): void {
      absence = undefined
    },

    /** The connection broke before an answer came. */
    async lose(index: number): Promise<LossVerdict> {
      const isUp = await isServerUp()
      const count = (losses.get(index) ?? 0) + (isUp || !absence ? 1 : 0)
      losses.set(index, count)
      if (count >= MAX_LOSSES) return 'failed'
      if (isUp) absence = undefined
      else absence ??= { since: clock.now(), pauses: 0 }
      if (absence && clock.now() - absence.since >= maxPauseMs) return 'gone'
      // Photos that were active together lose their connections together: that is one pause, not one for each.
      if (!gate.isClosed()) {
        gate.close(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (absence?.pauses ?? 0)), 'unreachable')
        if (absence) absence.pauses++
      }
      return 'retry'
    },
  }
}
