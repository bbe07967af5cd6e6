import type { Kysely } from 'kysely'

/** What the work of a run costs at its provider, in millionths of a dollar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('provider_micros', 'bigint').execute()
}
