import type { Kysely } from 'kysely'

/** What each process does, and the name under which it holds tickets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('workers')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('all'))
    .execute()
  await db.schema.alterTable('workers').addColumn('pool', 'text').execute()
}
