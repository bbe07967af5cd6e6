import { type Kysely, sql } from 'kysely'

/** The language of an account, letters, what is known of addresses, and which optional letters an account receives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('locale', 'text', (column) => column.notNull().defaultTo('en'))
    .execute()

  await db.schema
    .createTable('letters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('contents', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute()
  await sql`create index letters_waiting on letters (next_attempt_at, id) where state = 'waiting'`.execute(db)
  await db.schema.createIndex('letters_account').on('letters').columns(['account_id', 'kind']).execute()
  await db.schema.createIndex('letters_recipient').on('letters').column('recipient').execute()
  await db.schema.createIndex('letters_ended').on('letters').column('ended_at').execute()

  await db.schema
    .createTable('mail_addresses')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('unsubscribed_at', 'text')
    .addColumn('refusals', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refused_at', 'text')
    .execute()

  await db.schema
    .createTable('email_preferences')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('newsletter', 'integer', (column) => column.notNull())
    .addColumn('offers', 'integer', (column) => column.notNull())
    .addColumn('product_updates', 'integer', (column) => column.notNull())
    .addColumn('credit_alerts', 'integer', (column) => column.notNull())
    .addColumn('webhook_alerts', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
