import { type Kysely, sql } from 'kysely'

/**
 * Limits on what one person can take from others: letters are counted by their mailbox, over all kinds and beyond the deletion of an
 * account; photos of visitors by the address of their caller; and runs know what they wait for and how long their work takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('letter_counts')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('letters', 'integer', (column) => column.notNull())
    .addColumn('latest', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('letter_counts_day').on('letter_counts').column('day').execute()
  await db.schema.dropTable('mailings').execute()
  await sql`delete from mail_addresses where unsubscribed_at is null and refusals = 0`.execute(db)
  await db.schema.alterTable('mail_addresses').dropColumn('requested_on').execute()
  await db.schema.alterTable('mail_addresses').dropColumn('requested_that_day').execute()

  await db.schema
    .alterTable('anonymous_projects')
    .addColumn('address_hash', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('anonymous_projects_bytes')
    .on('anonymous_projects')
    .columns(['address_hash', 'bytes'])
    .execute()
  await sql`create index accounts_unverified on accounts (email, stored_bytes) where email_verified_at is null`.execute(
    db,
  )

  await db.schema
    .alterTable('runs')
    .addColumn('lane', 'text', (column) => column.notNull().defaultTo('threads'))
    .execute()
  await db.schema
    .alterTable('runs')
    .addColumn('seconds', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
