import type { Clock } from '../../transport/sdk-clock.ts'
import type { PauseGate } from './pause-gate.ts'

/** A photo fails after it lost this many connections to a server that is up. */
const MAX_LOSSES = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

export interface ServerAbsenceOptions {
  readonly gate: PauseGate
  readonly clock: Clock
  /** A server that is unreachable for longer than this counts as gone. In milliseconds. */
  readonly maxPauseMs: number
  readonly isServerUp: () => Promise<boolean>
}

/** What a lost connection means: try the photo again, count it as failed, or stop because the server is gone. */
export type LossVerdict = 'retry' | 'failed' | 'gone'

/** Distinguishes an unreachable server from a photo that breaks its own connections. Pauses the run for the server. */
export function createServerAbsence({ gate, clock, maxPauseMs, isServerUp }: ServerAbsenceOptions) {
  const losses = new Map<number, number>()
  /** When the server became unreachable, and how many pauses there were since. */
  let absence: { readonly since: number; pauses: number } | undefined

  return {
    /** The server answered. */
    end(): void {
      absence = undefined
    },

    /** The connection broke before the server answered. */
    async lose(index: number): Promise<LossVerdict> {
      const isUp = await isServerUp()
      const count = (losses.get(index) ?? 0) + (isUp || !absence ? 1 : 0)
      losses.set(index, count)
      if (count >= MAX_LOSSES) return 'failed'
      if (isUp) absence = undefined
      else absence ??= { since: clock.now(), pauses: 0 }
      if (absence && clock.now() - absence.since >= maxPauseMs) return 'gone'
      // Photos that are active together lose their connections together. That causes one pause, not one per photo.
      if (!gate.isClosed()) {
        gate.close(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (absence?.pauses ?? 0)), 'unreachable')
        if (absence) absence.pauses++
      }
      return 'retry'
    },
  }
}
