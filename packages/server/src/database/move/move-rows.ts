import { sql } from 'kysely'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Db } from '../open-database.ts'
import { dialectOf } from '../sql-dialect.ts'
import { checkSource, checkTarget, identityOf, type MovableDatabase } from './movable-database.ts'
import { type MovedTable, readMovedTables } from './moved-tables.ts'
import { digestOf, digestTable, type TableDigest } from './table-digest.ts'
import { countRows, deleteRows, insertRows, readBatches, readLastKey } from './table-rows.ts'
import { readUnfinishedMove, writeUnfinishedMove } from './unfinished-move.ts'

/** A table at both ends. */
export interface ComparedTable {
  readonly source: TableDigest
  readonly target: TableDigest
}

export const isEqualTable = ({ source, target }: ComparedTable): boolean =>
  source.rows === target.rows && source.sha256 === target.sha256

export interface RowMoveProgress {
  readonly step: 'reading' | 'copying' | 'comparing'
  readonly table: string
  readonly rows: number
  /** The number of rows of the table, once it is known. */
  readonly of?: number
}

/**
 * Copies all tables and compares them. The source is read as of one moment, and not changed. After a crash the same call
 * continues. If the source has changed in between, it starts again. No server starts on the target before
 * `endUnfinishedMove`.
 *
 * @param options.inUse Whether servers may work on the source, of which one moment is copied. False by default.
 * @param options.openTarget Opens the target. It is called once the source is known to be fit.
 * @param options.migrateTarget Creates the tables of the newest version in an empty target.
 * @throws DataFolderError when the source or the target cannot be used, with what to do.
 * @throws DatabaseInUse when a server works on either.
 */
export async function moveRows(options: {
  source: MovableDatabase
  inUse?: boolean
  openTarget: () => Promise<MovableDatabase>
  migrateTarget: () => Promise<void>
  onProgress: (progress: RowMoveProgress) => void
}): Promise<readonly ComparedTable[]> {
  const { source, inUse = false, openTarget, migrateTarget, onProgress } = options
  const tables = await readMovedTables()
  await checkSource(source, { inUse })
  // One snapshot, because commands such as `keys create` may write meanwhile. SQLite always reads one.
  const reading = source.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return reading.execute(async (from) => {
    const digests = new Map<string, TableDigest>()
    for (const table of tables) {
      const onRows = (rows: number) => onProgress({ step: 'reading', table: table.name, rows })
      digests.set(table.name, await digestTable(from, table, onRows))
    }
    const target = await openTarget()
    if (!(await checkTarget(target, tables))) await migrateTarget()
    await claim(target, tables, { source: await identityOf(from), content: digestOf([...digests.values()]) })

    for (const table of tables) {
      const of = digests.get(table.name)?.rows ?? 0
      await copyTable(from, target.db, table, (rows) => onProgress({ step: 'copying', table: table.name, rows, of }))
    }
    const compared: ComparedTable[] = []
    for (const table of tables) {
      const digest = digests.get(table.name) as TableDigest
      const onRows = (rows: number) => onProgress({ step: 'comparing', table: table.name, rows, of: digest.rows })
      compared.push({ source: digest, target: await digestTable(target.db, table, onRows) })
    }
    return compared
  })
}

/**
 * Records the move in the target. Holds by a lock on a name: of two moves that find the target empty, the second then finds
 * the record of the first.
 */
async function claim(
  { db, name }: MovableDatabase,
  tables: readonly MovedTable[],
  move: { readonly source: string; readonly content: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await dialectOf(tx).lockName(tx, 'unfinished move')
    const found = await readUnfinishedMove(tx)
    if (found !== undefined && found.source !== move.source) {
      throw new DataFolderError(
        `${name} holds an unfinished move from another database, which began at ${found.startedAt}. Use a new database. Nothing was changed.`,
      )
    }
    if (found?.content === move.content) return
    // What an earlier attempt copied may have changed since.
    if (found !== undefined) for (const table of [...tables].reverse()) await deleteRows(tx, table)
    await writeUnfinishedMove(tx, { ...move, startedAt: new Date().toISOString() })
  })
}

/** Batches are inserted as a whole and in the order of their keys. So what is missing follows the last row that is there. */
async function copyTable(from: Db, to: Db, table: MovedTable, onRows: (rows: number) => void): Promise<void> {
  let copied = await countRows(to, table)
  for await (const rows of readBatches(from, table, await readLastKey(to, table))) {
    await insertRows(to, table, rows)
    copied += rows.length
    onRows(copied)
  }
  await writeCounter(to, table, await readCounter(from, table))
}

/**
 * The last number that was given to a row of a table. Its row may have been deleted since, so it can be larger than every
 * number in the table. 0 when none was given.
 */
async function readCounter(db: Db, { name, counter }: MovedTable): Promise<bigint> {
  if (counter === undefined) return 0n
  if (dialectOf(db).name === 'sqlite') {
    const { rows } = await sql<{ last: bigint }>`select seq as last from sqlite_sequence where name = ${name}`.execute(
      db,
    )
    return BigInt(rows[0]?.last ?? 0)
  }
  const sequence = await sequenceOf(db, name, counter)
  const { rows } = await sql<{ last: bigint }>`
    select case when is_called then last_value else last_value - 1 end as last from ${sql.raw(sequence)}`.execute(db)
  return BigInt(rows[0]?.last ?? 0)
}

/** Makes the next row get the number after `last`. 0 changes nothing. */
async function writeCounter(db: Db, { name, counter }: MovedTable, last: bigint): Promise<void> {
  if (counter === undefined || last === 0n) return
  if (dialectOf(db).name === 'sqlite') {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db)
    return
  }
  await sql`select setval(${await sequenceOf(db, name, counter)}, ${last})`.execute(db)
}

/** The name of the sequence behind a column, quoted. */
async function sequenceOf(db: Db, table: string, column: string): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select pg_get_serial_sequence(${table}, ${column}) as name`.execute(db)
  const name = rows[0]?.name
  if (name == null) throw new Error(`${table}.${column} has no sequence`)
  return name
}
