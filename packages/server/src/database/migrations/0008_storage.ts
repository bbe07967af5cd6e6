import { type Kysely, sql } from 'kysely'

/** The stored bytes of each account, which are counted from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('stored_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update accounts set stored_bytes =
      coalesce((select sum(bytes) from uploads where uploads.account_id = accounts.id), 0)
      + coalesce((select sum(run_images.bytes) from run_images join runs on runs.id = run_images.run_id
                  where runs.account_id = accounts.id and run_images.role = 'original'), 0)`.execute(db)
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute()
}
