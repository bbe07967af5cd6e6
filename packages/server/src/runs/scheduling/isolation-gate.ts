import type { Clock } from '../../base/ports.ts'

/** For at most this long nothing is begun, so that a run that needs isolation has no neighbour. Then it begins beside the rest. */
const MAX_DRAIN_MS = 10_000
/** For this long nothing is begun beside it. What breaks down does so early, and others are not to wait for the rest of it. */
const ISOLATION_MS = 20_000

/**
 * Keeps a run whose attempt died apart from others, for a limited time: nobody waits long because of somebody else's
 * picture. A clock that was set back makes nobody wait longer.
 */
export function createIsolationGate(clock: Clock) {
  let drainingSince: number | undefined
  const now = () => clock.now().getTime()

  return {
    /** A run that needs isolation was found: what is being worked on is to end first. */
    drain(): void {
      drainingSince ??= now()
    },

    /** Another run was found, or none. */
    stopDraining(): void {
      drainingSince = undefined
    },

    /** Whether the run has waited long enough for the others to end. */
    hasDrainedLongEnough(): boolean {
      if (drainingSince === undefined) return false
      if (now() < drainingSince) drainingSince = now()
      return now() - drainingSince >= MAX_DRAIN_MS
    },

    /** The end of the isolation of a run that begins now. */
    isolatedUntil: (): number => now() + ISOLATION_MS,

    /** Whether an isolation that ends at this time is still on. */
    isOn: (until: number): boolean => until > now() && until <= now() + ISOLATION_MS,
  }
}

export type IsolationGate = ReturnType<typeof createIsolationGate>
