import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DataFolderError } from '../../base/data-folder-error.ts'
import { DatabaseInUse } from '../../base/database-error.ts'
import { versionOf } from '../database-version.ts'
import type { Db } from '../open-database.ts'
import { dialectOf } from '../sql-dialect.ts'
import type { MovedTable } from './moved-tables.ts'
import { hasRows } from './table-rows.ts'
import { refuseUnfinishedMove } from './unfinished-move.ts'

/** One end of a move: a database that was opened with `exact`. */
export interface MovableDatabase {
  readonly db: Db
  /** Its file or address without a password, for errors. */
  readonly name: string
}

/** A server writes its heartbeat every few seconds, and counts as lost after this time. */
const LOST_MS = 30_000

/**
 * Makes sure that rows can be read from a database and will be understood by this version of the server.
 *
 * @param options.inUse Whether a server may work on it meanwhile.
 * @throws DataFolderError when it has none of the tables, is of another version, or has only a part of its rows.
 * @throws DatabaseInUse when a server works on it.
 */
export async function checkSource({ db, name }: MovableDatabase, { inUse = false } = {}): Promise<void> {
  const existing = await existingTables(db)
  if (!existing.has('migrations')) throw new DataFolderError(`${name} is not a database of the server.`)
  // A database of an earlier release has no such table.
  if (existing.has('unfinished_move')) await refuseUnfinishedMove(db, name)
  await refuseOtherVersion({ db, name })
  if (!inUse) await refuseLiveServer({ db, name })
}

/**
 * Makes sure that a database may receive rows. It may be empty, or the target of an unfinished move.
 *
 * @returns Whether it has the tables of the newest version.
 * @throws DataFolderError when it has rows without an unfinished move, or is of another version.
 * @throws DatabaseInUse when a server works on it.
 */
export async function checkTarget(target: MovableDatabase, tables: readonly MovedTable[]): Promise<boolean> {
  const existing = await existingTables(target.db)
  if (existing.has('workers')) await refuseLiveServer(target)
  if (existing.has('unfinished_move') && (await hasRows(target.db, 'unfinished_move'))) {
    await refuseOtherVersion(target)
    return true
  }
  for (const table of tables.filter(({ name }) => existing.has(name))) {
    if (!(await hasRows(target.db, table.name))) continue
    throw new DataFolderError(
      `${target.name} is not empty: the table ${table.name} has rows. Use a new database. Nothing was changed.`,
    )
  }
  return false
}

/** Identifies a database and its copies: each was created at a moment of its own. */
export async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string; appliedAt: string }>`
    select name, applied_at as "appliedAt" from migrations order by name`.execute(db)
  const times = rows.map(({ name, appliedAt }) => `${name} ${appliedAt}`)
  return createHash('sha256').update(times.join('\n')).digest('hex')
}

async function existingTables(db: Db): Promise<ReadonlySet<string>> {
  const query =
    dialectOf(db).name === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema()`
  const { rows } = await query.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function refuseOtherVersion({ db, name }: MovableDatabase): Promise<void> {
  const { applied, newest, missing, unknown } = await versionOf(db)
  if (unknown.length > 0) {
    throw new DataFolderError(
      `${name} was changed by a newer version of the server (${unknown.join(', ')}). Use that version.`,
    )
  }
  if (missing.length === 0) return
  throw new DataFolderError(
    `${name} is of version ${applied}, and this server moves and backs up only ${newest}. Start this server on it once, which upgrades it, stop the server, then repeat the command.`,
  )
}

/** A SQLite file belongs to a data folder, whose lock says whether a server runs. */
async function refuseLiveServer({ db, name }: MovableDatabase): Promise<void> {
  if (dialectOf(db).soleOwner) return
  // Servers write their heartbeats by the clock of the database.
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db)
  const since = new Date((rows[0]?.now ?? Date.now()) - LOST_MS).toISOString()
  const live = await db.selectFrom('workers').select('id').where('last_seen_at', '>', since).execute()
  if (live.length > 0) throw new DatabaseInUse(name, live.length)
}
