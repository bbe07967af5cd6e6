import { sql } from 'kysely'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Db } from '../open-database.ts'

/** A move into a database that has not been compared yet. Until then no server may use the database. */
export interface UnfinishedMove {
  /** Identifies the database that it comes from. */
  readonly source: string
  /** The checksum of everything in that database. */
  readonly content: string
  readonly startedAt: string
}

/** Creates the table with the one row of an unfinished move, as every database has it. */
export async function createUnfinishedMove(tx: Db): Promise<void> {
  await sql`create table if not exists unfinished_move
    (source text primary key, content text not null, started_at text not null)`.execute(tx)
}

/** The unfinished move into a database with its tables. */
export async function readUnfinishedMove(db: Db): Promise<UnfinishedMove | undefined> {
  const { rows } = await sql<UnfinishedMove>`
    select source, content, started_at as "startedAt" from unfinished_move`.execute(db)
  return rows[0]
}

export async function writeUnfinishedMove(db: Db, { source, content, startedAt }: UnfinishedMove): Promise<void> {
  await sql`delete from unfinished_move`.execute(db)
  await sql`insert into unfinished_move (source, content, started_at)
    values (${source}, ${content}, ${startedAt})`.execute(db)
}

/** From now on a server may use the database. */
export async function endUnfinishedMove(db: Db): Promise<void> {
  await sql`delete from unfinished_move`.execute(db)
}

/** @throws DataFolderError when the database has only a part of its rows yet. */
export async function refuseUnfinishedMove(db: Db, name: string): Promise<void> {
  const found = await readUnfinishedMove(db)
  if (found === undefined) return
  throw new DataFolderError(
    `${name} holds an unfinished move, which began at ${found.startedAt}. Repeat the same platelight-server move until it succeeds, or use another database.`,
  )
}
