import type { Kysely } from 'kysely'

/** Which key took the place of another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
}
