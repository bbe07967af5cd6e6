import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open-database.ts'
import type { MovedTable } from './moved-tables.ts'

/** A value of a database that was opened with `exact`: integers are bigint. */
export type Cell = string | bigint | number | null
export type Row = Readonly<Record<string, Cell>>

/** Few enough for the parameters of one statement, and for memory when texts are long. */
const BATCH = 200

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))

/**
 * The rows of a table in the order of their keys, in batches. Texts are ordered by their bytes on every database, so the
 * order is the same on all of them.
 *
 * @param after The key of the last row that is left out.
 */
export async function* readBatches(db: Db, table: MovedTable, after?: Row): AsyncGenerator<readonly Row[]> {
  const names = table.columns.map(({ name }) => name)
  const keys = columnList(table.key)
  for (let last = after; ; ) {
    const key = last
    const rest = key === undefined ? sql`` : sql`where (${keys}) > (${sql.join(table.key.map((name) => key[name]))})`
    const { rows } = await sql<Row>`select ${columnList(names)} from ${sql.table(table.name)} ${rest}
      order by ${keys} limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** The key of the last row. Undefined for an empty table. */
export async function readLastKey(db: Db, table: MovedTable): Promise<Row | undefined> {
  const order = sql.join(table.key.map((name) => sql`${sql.ref(name)} desc`))
  const { rows } = await sql<Row>`
    select ${columnList(table.key)} from ${sql.table(table.name)} order by ${order} limit 1`.execute(db)
  return rows[0]
}

/** Inserts rows with one statement: all of them or none. */
export async function insertRows(db: Db, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const names = table.columns.map(({ name }) => name)
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
  await sql`insert into ${sql.table(table.name)} (${columnList(names)}) values ${sql.join(values)}`.execute(db)
}

export async function hasRows(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length > 0
}

export async function countRows(db: Db, { name }: MovedTable): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function deleteRows(db: Db, table: MovedTable): Promise<void> {
  await sql`delete from ${sql.table(table.name)}`.execute(db)
}
