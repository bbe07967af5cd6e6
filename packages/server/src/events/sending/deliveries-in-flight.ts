import { atMost } from '../../base/loops/at-most.ts'
import type { ClaimedDelivery } from '../deliveries/delivery-lease-repository.ts'
import type { AttemptDelivery, EndedAttempt } from './delivery-attempt.ts'

/** A delivery that this process has claimed and not recorded yet. */
export interface InFlightDelivery {
  readonly id: string
  readonly endpointId: string
}

interface Attempt extends InFlightDelivery {
  readonly done: Promise<void>
  readonly controller: AbortController
}

/**
 * The deliveries that this process has claimed and not yet recorded: attempts that run, and attempts that have ended.
 *
 * @param onEnded Called whenever there is something to record.
 */
export function createDeliveriesInFlight(attempt: AttemptDelivery, onEnded: () => void) {
  const attempts = new Map<string, Attempt>()
  const ended: EndedAttempt[] = []

  return {
    begin(delivery: ClaimedDelivery): void {
      const controller = new AbortController()
      const done = attempt(delivery, controller.signal).then(
        (attempted) => {
          ended.push(attempted)
          onEnded()
        },
        // An attempt rejects only when `stop` aborts it. Its delivery is released then.
        () => {},
      )
      attempts.set(delivery.id, { id: delivery.id, endpointId: delivery.endpoint_id, done, controller })
    },

    /** The attempts that have ended and are not recorded yet, the earliest first. */
    ended: (): readonly EndedAttempt[] => [...ended],

    /** Forgets attempts that are in the database now. @param recorded What `ended` returned. */
    forget(recorded: readonly EndedAttempt[]): void {
      ended.splice(0, recorded.length)
      for (const { delivery } of recorded) attempts.delete(delivery.id)
    },

    /** Every delivery that is claimed and not recorded, except those of `excluding`. */
    unrecorded(excluding: readonly EndedAttempt[] = []): InFlightDelivery[] {
      const excluded = new Set(excluding.map(({ delivery }) => delivery.id))
      return [...attempts.values()].filter(({ id }) => !excluded.has(id))
    },

    /** Waits for the attempts to end, and aborts them after a grace time. */
    async stop(graceMs: number): Promise<void> {
      const all = Promise.all([...attempts.values()].map(({ done }) => done))
      await atMost(graceMs, all)
      for (const { controller } of attempts.values()) controller.abort()
      await all
    },
  }
}
