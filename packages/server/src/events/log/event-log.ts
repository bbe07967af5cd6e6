import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { deliveryRepository } from '../deliveries/delivery-repository.ts'
import { webhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.ts'

/** The keys of openapi/events.yaml. */
export type EventType = Schemas['WebhookEventType']

export interface NewEvent {
  readonly accountId: string
  readonly type: EventType
  readonly data: unknown
}

export type EventLog = ReturnType<typeof createEventLog>

/**
 * Things that happened, written in the transaction of their cause together with their deliveries, so that none exists
 * without the others.
 */
export const createEventLog = ({
  clock,
  ids,
  queue,
}: {
  clock: Clock
  ids: Ids
  queue: Pick<Queue, 'deliveriesAdded'>
}) => {
  /** Keeps the exact bytes that every delivery will send. */
  const write = async (tx: Db, { accountId, type, data }: NewEvent) => {
    const at = clock.now().toISOString()
    const id = ids.next('evt')
    const body = JSON.stringify({ id, type, createdAt: at, data })
    await tx.insertInto('events').values({ id, account_id: accountId, type, body, created_at: at }).execute()
    return { id, type, at }
  }

  const send = async (
    tx: Db,
    event: { id: string; type: EventType; at: string },
    to: readonly string[],
    test: boolean,
  ) => {
    const deliveries = to.map((endpointId) => ({
      id: ids.next('dlv'),
      endpointId,
      eventId: event.id,
      eventType: event.type,
      test,
      at: event.at,
    }))
    await deliveryRepository(tx).add(deliveries)
    // Whoever hears it looks with a transaction of their own, which comes after this one.
    if (to.length > 0) queue.deliveriesAdded(to)
    return deliveries.map(({ id }) => id)
  }

  return {
    /** An event to every enabled endpoint of the account that wants its type. */
    async append(tx: Db, event: NewEvent): Promise<void> {
      const written = await write(tx, event)
      const to = await webhookEndpointRepository(tx).subscribedTo(event.accountId, event.type)
      await send(tx, written, to, false)
    },

    /**
     * A sample to one endpoint, enabled or not, in one attempt.
     *
     * @returns the id of its delivery
     */
    async appendTest(tx: Db, event: NewEvent & { endpointId: string }): Promise<string> {
      const [delivery = ''] = await send(tx, await write(tx, event), [event.endpointId], true)
      return delivery
    },

    /** The same bytes and event id again, at once: seven attempts from the start, of a sample one. */
    async redeliver(tx: Db, delivery: { id: string; endpointId: string }): Promise<void> {
      await deliveryRepository(tx).redeliver(delivery.id, clock.now().toISOString())
      queue.deliveriesAdded([delivery.endpointId])
    },
  }
}
