import type { Kysely } from 'kysely'

/** The key that replaced another in a rotation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('replaced_by', 'text').execute()
}
