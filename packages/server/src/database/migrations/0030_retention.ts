import { type Kysely, sql } from 'kysely'

/** Finds the ended runs of an account that have something left to remove, however many have nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index runs_kept on runs (account_id, finished_at)
    where finished_at is not null and (deleted_at is null or params <> '{}')`.execute(db)
}
