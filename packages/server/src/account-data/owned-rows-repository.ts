import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'
import { OWNED_TABLES, type OwnedTable } from './owned-tables.ts'

type Key = string | number
export type OwnedRow = Readonly<Record<string, unknown>>

/** The rows of an account, in any table. */
export const ownedRowsRepository = (db: Db) => ({
  /** The keys of the rows, in no particular order. */
  async keys(table: OwnedTable, accountId: string): Promise<Key[]> {
    const { rows } = await sql<{ key: Key }>`
      select ${sql.ref(OWNED_TABLES[table].key)} as key from ${sql.table(table)} where account_id = ${accountId}`.execute(
      db,
    )
    return rows.map(({ key }) => key)
  },

  /** Rows in the order of their keys, after a key. */
  async page(table: OwnedTable, accountId: string, limit: number, after: Key | undefined): Promise<OwnedRow[]> {
    const key = sql.ref(OWNED_TABLES[table].key)
    const rest = after === undefined ? sql`` : sql`and ${key} > ${after}`
    const { rows } = await sql<OwnedRow>`
      select * from ${sql.table(table)} where account_id = ${accountId} ${rest} order by ${key} limit ${limit}`.execute(
      db,
    )
    return rows
  },

  async remove(table: OwnedTable, accountId: string, keys: readonly Key[]): Promise<void> {
    if (keys.length === 0) return
    const key = sql.ref(OWNED_TABLES[table].key)
    await sql`
      delete from ${sql.table(table)} where account_id = ${accountId} and ${key} in (${sql.join(keys)})`.execute(db)
  },

  async removeAll(table: OwnedTable, accountId: string): Promise<void> {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
  },
})
