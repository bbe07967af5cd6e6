import type { Kysely } from 'kysely'

/** Work that another process takes up stays in the trace of its request. Processes have names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['runs', 'events']) await db.schema.alterTable(table).addColumn('traceparent', 'text').execute()
  await db.schema.alterTable('workers').addColumn('name', 'text').execute()
}
