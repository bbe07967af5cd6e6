import type { ClaimedDelivery } from '../deliveries/delivery-lease-repository.ts'
import type { AttemptDelivery, EndedAttempt } from './delivery-attempt.ts'

/** A delivery that this process has claimed and not yet recorded. */
export interface InFlightDelivery {
  readonly id: string
  readonly endpointId: string
}

interface Attempt extends InFlightDelivery {
  readonly done: Promise<void>
  readonly controller: AbortController
}

/**
 * The attempts of this process that are in progress, and those that have ended and are not recorded yet.
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
        (one) => {
          ended.push(one)
          onEnded()
        },
        // Only `stop` aborts an attempt, and then its delivery is released.
        () => {},
      )
      attempts.set(delivery.id, { id: delivery.id, endpointId: delivery.endpoint_id, done, controller })
    },

    /** The attempts that have ended since the last `recorded`, in order. */
    ended: (): readonly EndedAttempt[] => [...ended],

    /** Removes the first of `ended`, which are now in the database. */
    recorded(these: readonly EndedAttempt[]): void {
      ended.splice(0, these.length)
      for (const { delivery } of these) attempts.delete(delivery.id)
    },

    /** Every delivery that is claimed and not recorded, except these. */
    besides(these: readonly EndedAttempt[]): InFlightDelivery[] {
      const excluded = new Set(these.map(({ delivery }) => delivery.id))
      return [...attempts.values()].filter(({ id }) => !excluded.has(id))
    },

    /** Waits for the attempts to end, and aborts them after a grace time. */
    async stop(graceMs: number): Promise<void> {
      let grace: NodeJS.Timeout | undefined
      const all = Promise.all([...attempts.values()].map(({ done }) => done))
      await Promise.race([all, new Promise((resolve) => (grace = setTimeout(resolve, graceMs)))])
      clearTimeout(grace)
      for (const { controller } of attempts.values()) controller.abort()
      await all
    },
  }
}
