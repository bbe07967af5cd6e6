import type { Kysely } from 'kysely'

/** Purchases with what was taken back for them, debts, and what providers of payments have sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('debt', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('purchases')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('product_id', 'text')
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('refunded_ppm', 'integer', (column) => column.notNull())
    .addColumn('taken_back', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('purchases_pk', ['source', 'transaction_id'])
    .execute()
  await db.schema.createIndex('purchases_account').on('purchases').column('account_id').execute()
  await db.schema
    .createTable('inbound_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('receiver', 'text', (column) => column.notNull())
    .addColumn('event_key', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text')
    .execute()
  await db.schema
    .createIndex('inbound_events_key')
    .on('inbound_events')
    .columns(['receiver', 'event_key'])
    .unique()
    .execute()
}
