import { sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { OwnedTable } from './owned-tables.ts'

type Key = string | number

/** A table, with the column that tells the rows of an account apart. */
interface KeyedTable {
  readonly table: string
  readonly key: string
}

export type OwnedRow = Readonly<Record<string, unknown>>

/** The rows of an account, in any table. */
export const ownedRowsRepository = (db: Db) => ({
  /** The keys of the rows, in no particular order. */
  async keys({ table, key }: KeyedTable, accountId: string): Promise<Key[]> {
    const { rows } = await sql<{ key: Key }>`
      select ${sql.ref(key)} as key from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
    return rows.map(({ key }) => key)
  },

  /** Rows in the order of their keys, after a key. */
  async page(
    { table, key: column }: KeyedTable,
    accountId: string,
    limit: number,
    after: Key | undefined,
  ): Promise<OwnedRow[]> {
    const key = sql.ref(column)
    const rest = after === undefined ? sql`` : sql`and ${key} > ${after}`
    const { rows } = await sql<OwnedRow>`
      select * from ${sql.table(table)} where account_id = ${accountId} ${rest} order by ${key} limit ${limit}`.execute(
      db,
    )
    return rows
  },

  async remove({ table, key }: KeyedTable, accountId: string, keys: readonly Key[]): Promise<void> {
    if (keys.length === 0) return
    await sql`
      delete from ${sql.table(table)} where account_id = ${accountId} and ${sql.ref(key)} in (${sql.join(keys)})`.execute(
      db,
    )
  },

  async removeAll(table: OwnedTable, accountId: string): Promise<void> {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  },
})
