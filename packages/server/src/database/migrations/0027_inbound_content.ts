import type { Kysely } from 'kysely'

/** The content of what providers sent is not kept for ever, and what could not be booked is tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['account_id', 'waits_for', 'next_try_at', 'cleared_at'])
    await db.schema.alterTable('inbound_events').addColumn(column, 'text').execute()
  for (const column of ['account_id', 'waits_for', 'next_try_at', 'received_at'])
    await db.schema.createIndex(`inbound_events_${column}`).on('inbound_events').column(column).execute()
  await db.schema.alterTable('purchases').addColumn('refunded_as_of', 'text').execute()
}
