import type { ColumnDefinitionBuilder } from 'kysely'

/** The few things on which databases differ. Nothing outside `database/` may know which one it is. */
export interface Dialect {
  readonly name: 'sqlite'
  /** Column type of an integer that counts up by itself. */
  readonly serial: 'integer'
  asSerial(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Whether one process alone has the database, so that a lease of another owner belongs to the dead. */
  readonly soleOwner: boolean
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  serial: 'integer',
  asSerial: (column) => column.autoIncrement(),
  soleOwner: true,
}
