import { type Kysely, sql } from 'kysely'

/** Indexes for the lists of an account, so that they stay fast however long they are and however much was deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('runs_listed').execute()
  await sql`create index runs_listed on runs (account_id, operation, id) where deleted_at is null`.execute(db)
  await sql`create index runs_made on runs (account_id, serial) where deleted_at is null`.execute(db)
  await sql`create index runs_in_state on runs (account_id, state, serial) where deleted_at is null`.execute(db)
  await sql`create index runs_finished on runs (account_id, state, finished_at, serial) where deleted_at is null`.execute(
    db,
  )

  await db.schema.dropIndex('credit_entries_account').execute()
  await db.schema.createIndex('credit_entries_account').on('credit_entries').columns(['account_id', 'id']).execute()
}
