import type { Kysely } from 'kysely'

/** When the caller of a run stopped waiting for it, so that the same request finds it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('left_at', 'text').execute()
}
