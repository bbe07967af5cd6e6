import { type Kysely, sql } from 'kysely'

/** Batches: a run that consists of other runs, each with its position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('parent_id', 'text').execute()
  await db.schema.alterTable('runs').addColumn('place', 'integer').execute()
  await db.schema.alterTable('runs').addColumn('items', 'integer').execute()
  await sql`create unique index runs_items on runs (parent_id, place) where parent_id is not null`.execute(db)
}
