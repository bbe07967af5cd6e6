import type { Kysely } from 'kysely'

/**
 * Forms of the public website, addresses that confirmed marketing, the letters that forms cause, and how many of them an address
 * has got on a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('business_name', 'text')
    .addColumn('phone', 'text')
    .addColumn('subject', 'text')
    .addColumn('message', 'text')
    .addColumn('menu_url', 'text')
    .addColumn('image_urls', 'text')
    .addColumn('source', 'text')
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('asks_marketing', 'integer', (c) => c.notNull())
    .addColumn('token_hash', 'text')
    .addColumn('token_expires_at', 'text')
    .addColumn('confirmed_at', 'text')
    .addColumn('requested_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addUniqueConstraint('leads_form', ['email', 'kind', 'topic'])
    .execute()
  await db.schema.createIndex('leads_token').on('leads').column('token_hash').execute()
  await db.schema.createIndex('leads_expiry').on('leads').column('expires_at').execute()

  await db.schema
    .createTable('subscribers')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('newsletter', 'integer', (c) => c.notNull())
    .addColumn('offers', 'integer', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema.alterTable('letters').addColumn('lead_id', 'text').execute()
  await db.schema.createIndex('letters_lead').on('letters').column('lead_id').execute()
  await db.schema.alterTable('mail_addresses').addColumn('requested_on', 'text').execute()
  await db.schema
    .alterTable('mail_addresses')
    .addColumn('requested_that_day', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
