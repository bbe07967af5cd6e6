import type { Clock } from '../../base/ports.ts'

/**
 * The longest time without a start, so that a run that needs isolation gets the process for itself. Then it starts anyway.
 */
const MAX_DRAIN_MS = 10_000
/**
 * The time after its start during which no other run is started. Work that breaks down does so early, so others need not
 * wait longer.
 */
const ISOLATION_MS = 20_000

/**
 * Keeps a run whose attempt died apart from others for a limited time, so that nobody waits long because of another
 * account's picture. A clock that was set back makes nobody wait longer.
 */
export function createIsolationGate(clock: Clock) {
  let drainingSince: number | undefined
  const now = () => clock.now().getTime()

  return {
    /** Must be called when a run that needs isolation was found. The runs in progress should end first. */
    drain(): void {
      drainingSince ??= now()
    },

    /** Must be called when another run was found, or none. */
    stopDraining(): void {
      drainingSince = undefined
    },

    isDraining: (): boolean => drainingSince !== undefined,

    /** Whether the run has waited long enough for the others to end. */
    hasDrainedLongEnough(): boolean {
      if (drainingSince === undefined) return false
      if (now() < drainingSince) drainingSince = now()
      return now() - drainingSince >= MAX_DRAIN_MS
    },

    /** The end of the isolation of a run that starts now. */
    isolatedUntil: (): number => now() + ISOLATION_MS,

    /** Whether an isolation that ends at this time still applies. */
    isOn: (until: number): boolean => until > now() && until <= now() + ISOLATION_MS,
  }
}

export type IsolationGate = ReturnType<typeof createIsolationGate>
