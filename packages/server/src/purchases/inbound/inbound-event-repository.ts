import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { InboundEventsTable, PurchaseSource } from '../../database/schema/purchase-tables.ts'

export type InboundEventRow = Selectable<InboundEventsTable>

const unsettled = { state: 'received', note: null, attempts: 0, settled_at: null } as const
const empty = { account_id: null, waits_for: null, cleared_at: null } as const

/** What providers of payments have sent. */
export const inboundEventRepository = (db: Db) => ({
  /** Stores an event unless it is known. Returns the one that is stored. Holds by the unique key of the receiver. */
  async add(
    event: Pick<InboundEventRow, 'id' | 'receiver' | 'event_key' | 'body' | 'received_at' | 'next_try_at'>,
  ): Promise<InboundEventRow> {
    const { receiver, event_key } = event
    await db
      .insertInto('inbound_events')
      .values({ ...event, ...unsettled, ...empty })
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

  /** Those to book again, the one that is due first at first. */
  due: (now: string, limit: number): Promise<InboundEventRow[]> =>
    withContent(db).where('next_try_at', '<=', now).orderBy('next_try_at').limit(limit).execute(),

  /** Those that wait for one of these, oldest first. */
  waitingFor: (known: readonly string[], limit: number): Promise<InboundEventRow[]> =>
    withContent(db)
      .where('state', '=', 'waiting')
      .where('waits_for', 'in', known)
      .orderBy('received_at')
      .limit(limit)
      .execute(),

  /** Those about which it is not known whose they are, in order. */
  withoutAccount: (after: string, limit: number): Promise<InboundEventRow[]> =>
    withContent(db).where('account_id', 'is', null).where('id', '>', after).orderBy('id').limit(limit).execute(),

  /** Notes what became of an event. */
  async settle(id: string, outcome: Updateable<InboundEventsTable>): Promise<void> {
    await db
      .updateTable('inbound_events')
      .set((eb) => ({ ...outcome, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },

  /** Clears the content of those that came before a time, that are about an account, or of some. */
  async clear(
    which: { before: string } | { accountId: string } | { ids: readonly string[] },
    at: string,
  ): Promise<void> {
    let query = db
      .updateTable('inbound_events')
      .set({ body: '', ...empty, next_try_at: null, cleared_at: at })
      .where('cleared_at', 'is', null)
    if ('before' in which) query = query.where('received_at', '<', which.before)
    else if ('ids' in which) query = query.where('id', 'in', which.ids)
    else query = query.where('account_id', '=', which.accountId)
    await query.execute()
  },
})

const withContent = (db: Db) => db.selectFrom('inbound_events').selectAll().where('cleared_at', 'is', null)
