import type { Kysely } from 'kysely'

/** When an operator disabled an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('disabled_at', 'text').execute()
}
