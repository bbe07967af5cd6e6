import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { currentSpan } from '../../base/running/correlation.ts'
import type { Db } from '../../database/open-database.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { webhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.ts'
import { eventRepository } from './event-repository.ts'
import type { EventType } from './event-types.ts'

export interface NewEvent {
  readonly accountId: string
  readonly type: EventType
  readonly data: unknown
}

export type EventLog = ReturnType<typeof createEventLog>

/** Writes events and their deliveries in the transaction of their cause. So none of the three exists without the others. */
export const createEventLog = ({
  clock,
  ids,
  queue,
}: {
  clock: Clock
  ids: Ids
  queue: Pick<Queue, 'deliveriesAdded'>
}) => {
  const write = async (tx: Db, { accountId, type, data }: NewEvent) => {
    const at = clock.now().toISOString()
    const id = ids.next('evt')
    const body = JSON.stringify({ id, type, createdAt: at, data })
    const traceparent = currentSpan()?.traceparent ?? null
    await eventRepository(tx).insert({ id, accountId, type, body, traceparent, at })
    return { id, type, at }
  }

  const addDeliveries = async (
    tx: Db,
    event: { id: string; type: EventType; at: string },
    endpointIds: readonly string[],
    test: boolean,
  ) => {
    const deliveries = endpointIds.map((endpointId) => ({
      id: ids.next('dlv'),
      endpointId,
      eventId: event.id,
      eventType: event.type,
      test,
      at: event.at,
    }))
    await deliveryRepository(tx).add(deliveries)
    // The listener reads in a transaction of its own, which comes after this one.
    if (endpointIds.length > 0) await queue.deliveriesAdded(tx, endpointIds)
    return deliveries.map(({ id }) => id)
  }

  return {
    /**
     * Writes an event, and a delivery to every enabled endpoint of the account that subscribes to its type. Holds by a lock on
     * the account, which the caller has taken.
     */
    async append(tx: Db, event: NewEvent): Promise<void> {
      const written = await write(tx, event)
      const to = await webhookEndpointRepository(tx).subscribedTo(event.accountId, event.type)
      await addDeliveries(tx, written, to, false)
    },

    /**
     * Sends a sample to one endpoint, enabled or not, in one attempt.
     *
     * @returns the id of its delivery
     */
    async appendTest(tx: Db, event: NewEvent & { endpointId: string }): Promise<string> {
      const [delivery = ''] = await addDeliveries(tx, await write(tx, event), [event.endpointId], true)
      return delivery
    },

    /** Sends the same bytes and event id again, at once, with seven new attempts; a sample has one. */
    async redeliver(tx: Db, delivery: { id: string; endpointId: string }): Promise<void> {
      await deliveryRepository(tx).redeliver(delivery.id, clock.now().toISOString())
      await queue.deliveriesAdded(tx, [delivery.endpointId])
    },
  }
}
