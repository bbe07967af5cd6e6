import type { Updateable } from 'kysely'
import type { Db } from '../database/open.ts'
import type { RunsTable } from '../database/schema.ts'
import { MAX_ATTEMPTS } from './run.ts'

/** Who works on a run, and until when it is theirs. */
export const leaseRepository = (db: Db) => ({
  /**
   * Takes the most urgent run that is due: a queued one, or one whose holder's lease lapsed.
   *
   * @param except Runs that the owner is at work on, so that it never takes its own: after a machine slept, every lease
   *   has lapsed before anybody could renew one.
   */
  async claim(
    owner: string,
    at: string,
    leaseUntil: string,
    except: readonly string[],
  ): Promise<{ id: string; attempts: number } | undefined> {
    let due = db
      .selectFrom('runs')
      .select('id')
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
    if (except.length > 0) due = due.where('id', 'not in', [...except])
    return db
      .updateTable('runs')
      .set((eb) => ({
        state: 'running',
        attempts: eb('attempts', '+', 1),
        lease_owner: owner,
        lease_until: leaseUntil,
        started_at: eb.fn.coalesce('started_at', eb.val(at)),
      }))
      .where('id', 'in', due)
      .returning(['id', 'attempts'])
      .executeTakeFirst()
  },

  async extendLeases(owner: string, ids: readonly string[], until: string): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('runs')
      .set({ lease_until: until })
      .where('id', 'in', [...ids])
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
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

/** Attempts are counted by the claim; one more than allowed means that the last one died too. */
export const isExhausted = (attempts: number): boolean => attempts > MAX_ATTEMPTS
