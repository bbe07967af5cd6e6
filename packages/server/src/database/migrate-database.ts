import { type Kysely, sql } from 'kysely'
import { DataFolderError } from '../base/data-folder-error.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { createUnfinishedMove, refuseUnfinishedMove } from './move/unfinished-move.ts'
import type { Db } from './open-database.ts'
import type { Dialect } from './sql-dialect.ts'

/**
 * Applies the migrations that are missing, each in a transaction of its own. Two processes may start at once: each
 * migration holds by a lock on a name, and the second process then finds its row.
 *
 * @param name The file or address of the database, for errors.
 * @throws DataFolderError when a newer version of the server has changed the database, or when a move into it is unfinished.
 */
export async function migrateDatabase(db: Db, dialect: Dialect, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await dialect.lockName(tx, LOCK)
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(tx)
    await createUnfinishedMove(tx)
  })
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  refuseNewer(applied, name)
  await refuseUnfinishedMove(db, name)

  for (const migration of MIGRATIONS.filter((one) => !applied.has(one.name))) {
    await db.transaction().execute(async (tx) => {
      await dialect.lockName(tx, LOCK)
      const claimed = await sql`insert into migrations (name, applied_at)
        values (${migration.name}, ${new Date().toISOString()}) on conflict do nothing returning name`.execute(tx)
      if (claimed.rows.length > 0) await migration.up(tx as unknown as Kysely<unknown>, dialect)
    })
  }
}

const LOCK = 'migrations'

/** A migration that this version does not know was applied by a newer version, whose rows it would misread. */
export function refuseNewer(applied: Iterable<string>, name: string): void {
  const known = new Set(MIGRATIONS.map((one) => one.name))
  const newer = [...applied].filter((one) => !known.has(one)).sort()
  if (newer.length === 0) return
  throw new DataFolderError(
    `${name} was changed by a newer version of the server (${newer.join(', ')}). Start that version, or restore a backup from before.`,
  )
}
