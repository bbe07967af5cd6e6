import type { Updateable } from 'kysely'
import type { Db } from '../database/open.ts'
import type { RunsTable } from '../database/schema.ts'
import { MAX_ATTEMPTS } from './run.ts'

export interface Claim {
  readonly at: string
  readonly leaseUntil: string
  /**
   * Runs that the owner is at work on, so that it never takes its own: after a machine slept, every lease has lapsed
   * before anybody could renew one.
   */
  readonly except: readonly string[]
  /** Leaves the items of batches alone, so that a place stays free for whoever waits. */
  readonly urgentOnly: boolean
  /** Takes a run whose attempt died though something else is under way. */
  readonly beside: boolean
}

/** Who works on a run, and until when it is theirs. */
export const leaseRepository = (db: Db) => ({
  /**
   * Takes the most urgent run that is due: a queued one, or one whose holder's lease lapsed. One whose attempt died is
   * to be worked on alone, so unless `beside` says otherwise it is not taken while anything else is under way, and
   * nothing in its place.
   */
  async claim(owner: string, claim: Claim): Promise<{ id: string; attempts: number; priority: number } | undefined> {
    const { at, leaseUntil, except, beside } = claim
    let claimed = db
      .updateTable('runs')
      .set((eb) => ({
        state: 'running',
        attempts: eb('attempts', '+', 1),
        lease_owner: owner,
        lease_until: leaseUntil,
        started_at: eb.fn.coalesce('started_at', eb.val(at)),
      }))
      .where('id', 'in', mostUrgent(db, claim).select('id'))
    if (except.length > 0 && !beside) {
      claimed = claimed.where(({ eb, or }) => or([eb('attempts', '=', 0), eb('attempts', '>=', MAX_ATTEMPTS)]))
    }
    return claimed.returning(['id', 'attempts', 'priority']).executeTakeFirst()
  },

  /** Whether the run that is next in turn is one to be worked on alone. */
  async nextIsForAlone(claim: Claim): Promise<boolean> {
    const next = await mostUrgent(db, claim).select('attempts').executeTakeFirst()
    return next !== undefined && worksAlone(next.attempts + 1)
  },

  /** Renews the leases that are still the owner's, and returns whose they are. */
  async extendLeases(owner: string, ids: readonly string[], until: string): Promise<string[]> {
    if (ids.length === 0) return []
    const renewed = await db
      .updateTable('runs')
      .set({ lease_until: until })
      .where('id', 'in', [...ids])
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .returning('id')
      .execute()
    return renewed.map(({ id }) => id)
  },

  /** Lets somebody else take a run at `at`; the attempt that was not finished does not count when `undo`. */
  async handBack(id: string, owner: string, at: string, undo: boolean): Promise<void> {
    const back: Updateable<RunsTable> = { state: 'queued', lease_owner: null, lease_until: null, run_at: at }
    await db
      .updateTable('runs')
      .set((eb) => ({ ...back, attempts: undo ? eb('attempts', '-', 1) : eb.ref('attempts') }))
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  },

  /** Runs that other owners left running; only true where one process has the database to itself. */
  async orphanAll(exceptOwner: string, at: string): Promise<number> {
    const result = await db
      .updateTable('runs')
      .set({ lease_until: at })
      .where('state', '=', 'running')
      .where('items', 'is', null)
      .where((eb) => eb.or([eb('lease_owner', '!=', exceptOwner), eb('lease_owner', 'is', null)]))
      .executeTakeFirst()
    return Number(result.numUpdatedRows)
  },

  /** Whether this owner still works on it. */
  async isHeld(id: string, owner: string): Promise<boolean> {
    const held = db.selectFrom('runs').select('id').where('id', '=', id).where('state', '=', 'running')
    return (await held.where('lease_owner', '=', owner).executeTakeFirst()) !== undefined
  },
})

function mostUrgent(db: Db, { at, except, urgentOnly }: Claim) {
  let due = db
    .selectFrom('runs')
    .where('items', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued').and('run_at', '<=', at),
        eb('state', '=', 'running').and('lease_until', '<', at),
      ]),
    )
    .orderBy('priority', 'desc')
    .orderBy('run_at')
    .orderBy('serial')
    .limit(1)
  if (urgentOnly) due = due.where('priority', '>=', 0)
  if (except.length > 0) due = due.where('id', 'not in', [...except])
  return due
}

/** Attempts are counted by the claim; one more than allowed means that the last one died too. */
export const isExhausted = (attempts: number): boolean => attempts > MAX_ATTEMPTS

/**
 * What died once may have taken down what was beside it, or have been taken down. Alone it is known which: the one does
 * no further harm, the other succeeds.
 */
export const worksAlone = (attempts: number): boolean => attempts > 1 && !isExhausted(attempts)
