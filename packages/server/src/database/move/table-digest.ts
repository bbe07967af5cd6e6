import { createHash } from 'node:crypto'
import { DataFolderError } from '../../base/data-folder-error.ts'
import type { Db } from '../open-database.ts'
import type { MovedTable } from './moved-tables.ts'
import { type Cell, type Row, readBatches } from './table-rows.ts'

/** What a table holds. Equal tables of different databases have equal digests. */
export interface TableDigest {
  readonly table: string
  readonly rows: number
  /** SHA-256 of all rows in the order of their keys, hex. */
  readonly sha256: string
}

/**
 * Counts the rows of a table and computes their checksum. The database has to be opened with `exact`.
 *
 * @param onRows Gets the number of rows read so far.
 * @throws DataFolderError when a value does not fit the type of its column, which only SQLite allows.
 */
export async function digestTable(db: Db, table: MovedTable, onRows: (rows: number) => void): Promise<TableDigest> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readBatches(db, table)) {
    for (const row of rows) hash.update(`${canonicalRow(table, row)}\n`)
    count += rows.length
    onRows(count)
  }
  return { table: table.name, rows: count, sha256: hash.digest('hex') }
}

/** The checksum of several tables. */
export function digestOf(tables: readonly TableDigest[]): string {
  const hash = createHash('sha256')
  for (const { table, rows, sha256 } of tables) hash.update(`${table} ${rows} ${sha256}\n`)
  return hash.digest('hex')
}

/** Texts and nulls as JSON has them. Numbers are in brackets, because a bigint has no form of its own in JSON. */
function canonicalRow(table: MovedTable, row: Row): string {
  const cells = table.columns.map(({ name, kind }) => {
    const cell = row[name] ?? null
    if (!fits(cell, kind)) throw unfit(table, row, name)
    return typeof cell === 'string' || cell === null ? cell : [String(cell)]
  })
  return JSON.stringify(cells)
}

const NUL = '\u0000'

function fits(cell: Cell, kind: MovedTable['columns'][number]['kind']): boolean {
  if (cell === null) return true
  if (kind === 'integer') return typeof cell === 'bigint'
  // PostgreSQL has no texts with the character NUL.
  return kind === 'text' ? typeof cell === 'string' && !cell.includes(NUL) : typeof cell === 'number'
}

function unfit({ name, key }: MovedTable, row: Row, column: string): DataFolderError {
  const where = key.map((part) => `${part} ${row[part]}`).join(', ')
  return new DataFolderError(
    `The table ${name} has a value in ${column} (${where}) that PostgreSQL cannot hold: a text with the character NUL, or a value of another type. Correct it in the database, then move again.`,
  )
}
