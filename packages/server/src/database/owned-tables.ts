import type { Database } from './database-schema.ts'

/** The tables whose rows belong to an account. */
export type OwnedTable = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never
}[keyof Database]

/** How the rows of accounts in a table are exported and erased. */
export interface OwnedRows<Column extends string = string> {
  /** The column that tells the rows of an account apart. */
  readonly key: Column
  /** The name of the file in an export; null when the rows are of no use to their owner. */
  readonly file: string | null
  /** Columns that an export leaves out: secrets, and what only the server understands. */
  readonly without?: readonly Column[]
  /** Columns with JSON. */
  readonly json?: readonly Column[]
  /** Whether other rows or files hang on them, so that `erase` of the part that owns them erases them. */
  readonly erasedApart?: boolean
}

/** The tables of all parts. */
export type AllOwned = { readonly [Table in OwnedTable]: OwnedRows<keyof Database[Table] & string> }

/**
 * Declares tables whose rows belong to accounts.
 *
 * @example owns: ownedTables({ api_keys: { key: 'id', file: 'api-keys', without: ['hash'] } })
 */
export const ownedTables = <Table extends OwnedTable>(tables: Pick<AllOwned, Table>): Pick<AllOwned, Table> => tables
