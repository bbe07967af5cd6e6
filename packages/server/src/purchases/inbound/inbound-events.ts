import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { PurchaseSource } from '../../database/schema/purchase-tables.ts'
import { type InboundEventRow, inboundEventRepository } from './inbound-event-repository.ts'

/** What an event did. `note` is for the operator. */
export interface BookedEvent {
  readonly state: 'booked' | 'ignored'
  readonly note: string
}

/** Books the event of a provider in the given transaction. It may be called again with the same event. */
export type BookEvent = (tx: Db, body: Buffer) => Promise<BookedEvent>

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly bookers: Readonly<Partial<Record<PurchaseSource, BookEvent>>>
}

/**
 * The events that providers of payments send. An event is stored before it is worked on, and stays: what fails is sent again
 * by the provider, or replayed by an operator. Booking is idempotent, so an event that is booked twice changes nothing.
 */
export function createInboundEvents({ db, ids, clock, bookers }: Dependencies) {
  const now = () => clock.now().toISOString()

  const book = async ({ id, receiver, body }: InboundEventRow): Promise<BookedEvent> => {
    try {
      return await inTransaction(db, async (tx) => {
        const booker = bookers[receiver]
        if (!booker) throw new Error(`nothing books events of ${receiver}`)
        const booked = await booker(tx, Buffer.from(body, 'base64'))
        await inboundEventRepository(tx).settle(id, booked.state, booked.note, now())
        return booked
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await inboundEventRepository(db).settle(id, 'failed', reason.slice(0, 500), now())
      throw error
    }
  }

  return {
    /**
     * Stores and books a verified event. Throws what booking throws: then the provider sends it again.
     *
     * @returns Whether it was booked before.
     */
    async receive(receiver: PurchaseSource, eventKey: string, body: Buffer): Promise<{ duplicate: boolean }> {
      const stored = await inboundEventRepository(db).add({
        id: ids.next('inb'),
        receiver,
        event_key: eventKey,
        body: body.toString('base64'),
        received_at: now(),
      })
      if (stored.settled_at !== null) return { duplicate: true }
      await book(stored)
      return { duplicate: false }
    },

    /** Books an event again. Undefined: no event has the id. */
    async replay(id: string): Promise<BookedEvent | undefined> {
      const stored = await inboundEventRepository(db).byId(id)
      return stored && book(stored)
    },
  }
}
