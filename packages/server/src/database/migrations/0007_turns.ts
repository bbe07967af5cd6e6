import { type Kysely, sql } from 'kysely'

/** Whose turn it is, what waits and what ended lately, each read from an index; the processes that work; providers' tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('provider_task', 'text').execute()

  // From "items by their place, everything else 0" to how urgent a run is: waited for, a job, an item, a batch.
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
