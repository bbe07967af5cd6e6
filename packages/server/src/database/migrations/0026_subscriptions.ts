import type { Kysely } from 'kysely'

/** Subscriptions with their paid periods, and the identifiers by which what stores send finds its account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id'))
    .addColumn('product_id', 'text')
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('anchored_at', 'text', (column) => column.notNull())
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('period_end', 'text')
    .addColumn('will_renew', 'integer', (column) => column.notNull())
    .addColumn('grace_until', 'text')
    .addColumn('stated_at', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .execute()
  await db.schema.createIndex('subscriptions_account').on('subscriptions').column('account_id').execute()
  await db.schema.createIndex('subscriptions_due').on('subscriptions').column('due_at').execute()
  await db.schema
    .createTable('subscription_periods')
    .addColumn('subscription_id', 'text', (column) => column.notNull())
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('period_end', 'text', (column) => column.notNull())
    .addColumn('transaction_id', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text')
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('is_revoked', 'integer', (column) => column.notNull())
    .addColumn('stated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('subscription_periods_pk', ['subscription_id', 'period_start'])
    .execute()
  await db.schema
    .createTable('store_identifiers')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addPrimaryKeyConstraint('store_identifiers_pk', ['kind', 'value'])
    .execute()
  await db.schema.createIndex('store_identifiers_account').on('store_identifiers').column('account_id').execute()
}
