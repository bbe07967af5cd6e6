import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { InboundEventsTable, PurchaseSource } from '../../database/schema/purchase-tables.ts'

export type InboundEventRow = Selectable<InboundEventsTable>

/** What providers of payments have sent. */
export const inboundEventRepository = (db: Db) => ({
  /** Stores an event unless it is known. Returns the one that is stored. Holds by the unique key of the receiver. */
  async add(
    event: Pick<InboundEventRow, 'id' | 'receiver' | 'event_key' | 'body' | 'received_at'>,
  ): Promise<InboundEventRow> {
    const { receiver, event_key } = event
    await db
      .insertInto('inbound_events')
      .values({ ...event, state: 'received', note: null, attempts: 0, settled_at: null })
      .onConflict((conflict) => conflict.columns(['receiver', 'event_key']).doNothing())
      .execute()
    const stored = db.selectFrom('inbound_events').selectAll()
    return stored.where((eb) => eb.and({ receiver, event_key })).executeTakeFirstOrThrow()
  },

  byId: (id: string): Promise<InboundEventRow | undefined> =>
    db.selectFrom('inbound_events').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Newest first. */
  list: ({
    receiver,
    state,
    limit,
  }: {
    receiver?: PurchaseSource
    state?: InboundEventRow['state']
    limit: number
  }) => {
    let query = db.selectFrom('inbound_events').selectAll()
    if (receiver !== undefined) query = query.where('receiver', '=', receiver)
    if (state !== undefined) query = query.where('state', '=', state)
    return query.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  },

  /** Notes what became of an event. */
  async settle(id: string, state: InboundEventRow['state'], note: string, at: string): Promise<void> {
    await db
      .updateTable('inbound_events')
      .set((eb) => ({ state, note, attempts: eb('attempts', '+', 1), settled_at: state === 'failed' ? null : at }))
      .where('id', '=', id)
      .execute()
  },
})
