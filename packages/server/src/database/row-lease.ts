import {
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Database } from './database-schema.ts'
import type { Db } from './open-database.ts'

/** The tables on whose rows processes work under a lease, with the state of a row that can be held. */
const HELD_STATES = {
  runs: 'running',
  webhook_deliveries: 'pending',
  letters: 'waiting',
  account_jobs: 'waiting',
} as const satisfies Partial<Record<keyof Database, string>>

type LeasedTable = keyof typeof HELD_STATES
type UpdateOf<Table extends LeasedTable> = UpdateQueryBuilder<Database, Table, Table, UpdateResult>
type IdsOf<Table extends LeasedTable> = SelectQueryBuilder<Database, Table, { id: string }>

/** The columns of a row that nobody holds. */
export const NO_LEASE = { lease_owner: null, lease_until: null } as const

/**
 * Whether a row may be claimed at a time: nobody holds it, or its lease lapsed, because its process died or lost the database.
 *
 * @param latest The latest end that a lease can have. A later one comes from a clock that was set back since, and does not count.
 */
export const isFree = (at: string, latest?: string): RawBuilder<SqlBool> =>
  latest === undefined
    ? sql`(lease_until is null or lease_until < ${at})`
    : sql`(lease_until is null or lease_until < ${at} or lease_until > ${latest})`

interface Claim {
  readonly until: Date
  readonly free: RawBuilder<SqlBool>
}

/**
 * Leases of rows: which process works on which row, and until when. Every change holds by the condition of its update. If two
 * processes claim the same row, the second one finds it claimed; a process that lost its lease changes nothing any more.
 */
export const rowLease = <Table extends LeasedTable>(db: Db, table: Table) => {
  // Letters stand for every table here: all have the columns of a lease. The state is a literal, because the planner uses the index
  // of open rows for a literal only.
  const open = () => {
    const state = sql.lit(HELD_STATES[table] as 'waiting')
    return (db.updateTable(table) as unknown as UpdateOf<'letters'>).where('state', '=', state)
  }
  const ofTable = (update: UpdateOf<'letters'>) => update as unknown as UpdateOf<Table>
  const heldBy = (owner: string, ids: readonly string[]) =>
    open()
      .where('id', 'in', [...ids])
      .where('lease_owner', '=', owner)

  return {
    /**
     * An update that claims rows.
     *
     * @param due A query of the ids of free rows
     * @param free What `isFree` says. It is asked again of each row as it is now.
     */
    claim: (owner: string, due: IdsOf<Table>, { until, free }: Claim) =>
      ofTable(
        open()
          .set({ lease_owner: owner, lease_until: until.toISOString() })
          .where('id', 'in', due as unknown as IdsOf<'letters'>)
          .where(free),
      ),

    /** An update of a row that succeeds only while this owner holds it. */
    held: (owner: string, id: string) => ofTable(heldBy(owner, [id])),

    /** Renews the leases that the owner still holds. @returns the ids of their rows */
    async renew(owner: string, ids: readonly string[], until: string): Promise<string[]> {
      if (ids.length === 0) return []
      const renewed = await heldBy(owner, ids).set({ lease_until: until }).returning('id').execute()
      return renewed.map(({ id }) => id)
    },

    /** Releases claims of the owner. The attempt is repeated under the same number. */
    async release(owner: string, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await heldBy(owner, ids).set(NO_LEASE).execute()
    },

    /** Releases the claims of every other owner. Only for a process that has the database to itself. */
    async releaseOthers(owner: string): Promise<void> {
      await open().set(NO_LEASE).where('lease_owner', '!=', owner).execute()
    },
  }
}
