import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
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
  async lockFreeRows(tx, table, ids) {
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id in (${sql.join(ids)})
      order by id for no key update skip locked`.execute(tx)
    return rows.map(({ id }) => id)
  },
  async lockName(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
  },
  noteDeletion: async () => {},
  // Their space is used again after the next vacuum, which the database starts by itself.
  overwriteDeleted: async () => {},
  rebuildAfterDeletions: async () => false,
  isConflict: (error) => CONFLICTS.has((error as { code?: unknown })?.code),
}

/** `serialization_failure` and `deadlock_detected` (PostgreSQL documentation, appendix A). */
const CONFLICTS = new Set<unknown>(['40001', '40P01'])

class AdapterOfPostgres extends PostgresAdapter {
  readonly dialect = postgresDialect
}

/** PostgreSQL for Kysely, from which `dialectOf` finds `postgresDialect` again. */
export class KyselyPostgres extends PostgresDialect {
  override createAdapter(): AdapterOfPostgres {
    return new AdapterOfPostgres()
  }
}
