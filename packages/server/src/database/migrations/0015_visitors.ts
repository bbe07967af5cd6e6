import type { Kysely } from 'kysely'

/** Anonymous sessions with their projects, guests of earlier apps, claimed projects, and what an app may record with consent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('anonymous_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('anonymous_sessions_expiry').on('anonymous_sessions').columns(['expires_at']).execute()

  await db.schema
    .createTable('anonymous_projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull().unique())
    .addColumn('mime', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('preset', 'text', (c) => c.notNull())
    .addColumn('goal', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('configuration', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('anonymous_projects_session').on('anonymous_projects').columns(['session_id']).execute()
  await db.schema.createIndex('anonymous_projects_expiry').on('anonymous_projects').columns(['expires_at']).execute()

  await db.schema
    .createTable('projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text')
    .addColumn('preset', 'text', (c) => c.notNull())
    .addColumn('goal', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('configuration', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'text')
    .execute()
  await db.schema.createIndex('projects_account').on('projects').columns(['account_id', 'id']).execute()

  await db.schema
    .createTable('guests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull().unique())
    .addColumn('own_account_id', 'text', (c) => c.references('accounts.id'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
    .addColumn('moved', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('resumed_at', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'text')
    .execute()
  await db.schema.createIndex('guests_account').on('guests').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('guests_own_account').on('guests').columns(['own_account_id']).execute()
  await db.schema.createIndex('guests_resumed').on('guests').columns(['resumed_at']).execute()

  await db.schema
    .createTable('growth_consents')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('consented', 'integer', (c) => c.notNull())
    .addColumn('anonymous_id', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('growth_events')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('properties', 'text', (c) => c.notNull())
    .addColumn('occurred_at', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('growth_events_pk', ['account_id', 'event_id'])
    .execute()
  await db.schema.createIndex('growth_events_received').on('growth_events').columns(['received_at']).execute()
}
