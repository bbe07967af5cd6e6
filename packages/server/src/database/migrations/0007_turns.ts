import { type Kysely, sql } from 'kysely'

/**
 * Indexes for the fair queue, for waiting runs and for runs that ended lately; the table of workers; the ids of providers'
 * work.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('provider_task', 'text').execute()

  // The old priority was the position of an item, and 0 for everything else. The new one says whether a caller waits, or the
  // run is a job, an item or a batch.
  await sql`
    update runs set priority = case
      when items is not null then -1
      when parent_id is not null then 0
      when door = 'queue' then 1
      else 2
    end`.execute(db)
  await db.schema.dropIndex('runs_due').execute()
  await db.schema
    .createIndex('runs_turns')
    .on('runs')
    .columns(['state', 'priority', 'account_id', 'place', 'run_at', 'serial'])
    .execute()
  await db.schema.createIndex('runs_depth').on('runs').columns(['state', 'operation', 'created_at']).execute()
  await sql`create index runs_ended on runs (finished_at, state, priority) where finished_at is not null`.execute(db)

  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('threads', 'integer', (column) => column.notNull())
    .addColumn('busy', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .execute()
}
