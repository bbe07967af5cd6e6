import type { Kysely } from 'kysely'

/** The fields of sign-up, tokens of e-mailed links, failed attempts to sign in, and the times of sent mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['name', 'business_name', 'marketing_consent_at']) {
    await db.schema.alterTable('accounts').addColumn(column, 'text').execute()
  }

  await db.schema
    .createTable('email_tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('source', 'text')
    .execute()
  await db.schema.createIndex('email_tokens_account').on('email_tokens').columns(['account_id', 'purpose']).execute()

  await db.schema
    .createTable('attempts')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'text', (c) => c.notNull())
    .addColumn('wait_until', 'text')
    .execute()

  await db.schema
    .createTable('mailings')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text', (c) => c.notNull())
    .addColumn('sent_that_day', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('mailings_pk', ['account_id', 'kind'])
    .execute()

  await db.schema.createIndex('sessions_account').on('sessions').column('account_id').execute()
}
