import type { Kysely } from 'kysely'

/** What the engines of each process can do. Older rows are of processes that have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('workers')
    .addColumn('capabilities', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('workers')
    .addColumn('serving', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
