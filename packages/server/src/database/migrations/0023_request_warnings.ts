import type { Kysely } from 'kysely'

/** Warnings about values of a request that have no effect are kept for whoever polls its run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('warnings', 'text').execute()
}
