import { sql } from 'kysely'
import type { Db } from '../open-database.ts'
import { dialectOf } from '../sql-dialect.ts'
import type { MovedTable } from './moved-tables.ts'

/**
 * The last number that was given to a row of a table. Its row may have been deleted since, so it can be larger than every
 * number in the table. 0 when none was given.
 */
export async function readCounter(db: Db, { name, counter }: MovedTable): Promise<bigint> {
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
export async function writeCounter(db: Db, { name, counter }: MovedTable, last: bigint): Promise<void> {
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
