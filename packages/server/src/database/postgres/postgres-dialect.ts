import { type Kysely, PostgresAdapter, PostgresDialect, type SqlBool, sql } from 'kysely'
import type { Database } from '../database-schema.ts'
import type { Dialect } from '../sql-dialect.ts'

/** Several processes use the database, each transaction in READ COMMITTED, so what is read and then written is locked. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  serial: 'integer',
  asSerial: (column) => column.generatedByDefaultAsIdentity(),
  soleOwner: false,
  // Weaker than `for update`: rows that refer to the locked one can still be added.
  async lockRow(tx: Kysely<Database>, table, id) {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
  },
  lockWith: (_tx, _table, _id, on) => (isRead(on) ? on.forNoKeyUpdate() : on),
  // A condition without columns of the statement is checked before its rows are read.
  lockFirst: (_tx, table, id) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(table)} where id = ${id} for no key update)`,
  async lockFreeRows(tx, table, ids) {
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id in (${sql.join(ids)})
      order by id for no key update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
  async lockName(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
  },
  bothChanges: (one, other) => [sql`with one as (${one}) ${other}`],
  noteDeletion: async () => {},
  // Their space is used again after the next vacuum, which the database starts by itself.
  overwriteDeleted: async () => {},
  rebuildAfterDeletions: async () => false,
  async bytes(db) {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return Number(rows[0]?.bytes)
  },
  isConflict: (error) => CONFLICTS.has((error as { code?: unknown })?.code),
}

const isRead = <Statement extends object>(on: Statement): on is Statement & { forNoKeyUpdate(): Statement } =>
  'forNoKeyUpdate' in on

/** The shape of the rows of a prepared statement has changed, because a table got a column (`feature_not_supported`). */
export const SHAPE_CHANGED = '0A000'
/**
 * A prepared statement is not there, or another one has its name, because the connection leads to another one of the database
 * (`invalid_sql_statement_name`, `duplicate_prepared_statement`).
 */
export const NAMES_LOST: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** Also `serialization_failure` and `deadlock_detected` (PostgreSQL documentation, appendix A). */
const CONFLICTS = new Set<unknown>(['40001', '40P01', SHAPE_CHANGED, ...NAMES_LOST])

class AdapterOfPostgres extends PostgresAdapter {
  readonly dialect = postgresDialect
}

/** PostgreSQL for Kysely, from which `dialectOf` finds `postgresDialect` again. */
export class KyselyPostgres extends PostgresDialect {
  override createAdapter(): AdapterOfPostgres {
    return new AdapterOfPostgres()
  }
}
