import { type Kysely, sql } from 'kysely'

/** When each session was last used, so that an unused one ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('last_used_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update sessions set last_used_at = created_at`.execute(db)
}
