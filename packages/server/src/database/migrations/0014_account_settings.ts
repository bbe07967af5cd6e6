import type { Kysely } from 'kysely'

/**
 * Settings of accounts, the programs that sessions belong to, durable jobs about whole accounts with the archives of exports,
 * setup links, and files of the operator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_settings')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('timezone', 'text')
    .addColumn('preset', 'text')
    .addColumn('formats', 'text')
    .addColumn('output_format', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute()

  await db.schema
    .createTable('account_jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('run_at', 'text', (c) => c.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('expires_at', 'text')
    .execute()
  await db.schema.createIndex('account_jobs_due').on('account_jobs').columns(['state', 'run_at']).execute()
  await db.schema.createIndex('account_jobs_account').on('account_jobs').columns(['account_id', 'kind', 'id']).execute()

  await db.schema
    .createTable('export_archives')
    .addColumn('job_id', 'text', (c) => c.notNull().references('account_jobs.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull().unique())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('export_archives_pk', ['job_id', 'number'])
    .execute()

  await db.schema
    .createTable('setup_links')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('operator_files')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dir', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull().unique())
    .addColumn('mime', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}
