import type { Updateable } from 'kysely'
import type { RunsTable } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import { MAX_ATTEMPTS, type StoredProgress } from '../run.ts'
import type { Priority } from '../run-priority.ts'
import { type ClaimCandidate, fairQueueRepository } from './fair-queue-repository.ts'

export interface ClaimRequest {
  readonly at: string
  readonly leaseUntil: string
  /**
   * Runs that the owner is at work on, so that it never takes its own: after a machine slept, every lease has lapsed
   * before anybody could renew one.
   */
  readonly except: readonly string[]
  /** Accounts that begin nothing for now. */
  readonly exceptAccounts?: readonly string[]
  /** Which are looked for, and in which order. */
  readonly priorities: readonly Priority[]
  /** The account that had the last turn, by priority. */
  readonly lastServed: ReadonlyMap<Priority, string>
  /** Takes a run whose attempt died though something else is under way. */
  readonly ignoreIsolation: boolean
}

export interface ClaimedRun {
  readonly id: string
  readonly accountId: string
  /** With this one. */
  readonly attempts: number
  readonly priority: Priority
  readonly parentId: string | null
}

/** Who works on a run, and until when it is theirs. */
export const leaseRepository = (db: Db) => ({
  /**
   * Takes the run whose turn it is: a queued one that is due, or one whose holder's lease lapsed. One whose attempt died
   * is to be worked on alone, so unless `beside` says otherwise it is not taken while anything else is under way, and
   * nothing in its place.
   */
  async claim(owner: string, claim: ClaimRequest): Promise<ClaimedRun | 'alone' | undefined> {
    const { at, leaseUntil, except, exceptAccounts = [], priorities, lastServed, ignoreIsolation } = claim
    for (const priority of priorities) {
      const wish = { priority, at, except, exceptAccounts, after: lastServed.get(priority) ?? '' }
      for (;;) {
        const next = await fairQueueRepository(db).next(wish)
        if (!next) break
        if (except.length > 0 && !ignoreIsolation && needsIsolation(next.attempts + 1)) return 'alone'
        const taken = await take(db, next, owner, at, leaseUntil)
        // Somebody else was quicker: there is another one.
        if (taken) return { id: next.id, accountId: next.account_id, priority, ...taken }
      }
    }
    return undefined
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
    const back: Updateable<RunsTable> = {
      state: 'queued',
      lease_owner: null,
      lease_until: null,
      run_at: at,
      progress: null,
    }
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

  /** Says how far the work is, while it is this owner's. Tells whether it is. */
  async advance(id: string, owner: string, progress: StoredProgress): Promise<boolean> {
    const told = await db
      .updateTable('runs')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    return told !== undefined
  },

  /** Keeps what a provider calls the work, before anybody asks how it is. @throws Error when the run is somebody else's */
  async keepProviderTask(id: string, owner: string, task: string): Promise<void> {
    const kept = await db
      .updateTable('runs')
      .set({ provider_task: task })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw new Error(`run ${id} is somebody else's by now`)
  },

  /** Whether this owner still works on it. */
  async isHeld(id: string, owner: string): Promise<boolean> {
    const held = db.selectFrom('runs').select('id').where('id', '=', id).where('state', '=', 'running')
    return (await held.where('lease_owner', '=', owner).executeTakeFirst()) !== undefined
  },
})

/** Takes a run as it was found; who else found it finds it changed. */
async function take(
  db: Db,
  { id, state, attempts, lease_until: lapsed }: ClaimCandidate,
  owner: string,
  at: string,
  until: string,
) {
  const taken = await db
    .updateTable('runs')
    .set(({ fn, val }) => ({
      state: 'running',
      attempts: attempts + 1,
      lease_owner: owner,
      lease_until: until,
      started_at: fn.coalesce('started_at', val(at)),
    }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    // Its holder may have renewed a lease that had lapsed.
    .where('lease_until', 'is not distinct from', lapsed)
    .returning('parent_id')
    .executeTakeFirst()
  return taken && { attempts: attempts + 1, parentId: taken.parent_id }
}

/** Attempts are counted by the claim; one more than allowed means that the last one died too. */
export const isExhausted = (attempts: number): boolean => attempts > MAX_ATTEMPTS

/**
 * What died once may have taken down what was beside it, or have been taken down. Alone it is known which: the one does
 * no further harm, the other succeeds.
 */
export const needsIsolation = (attempts: number): boolean => attempts > 1 && !isExhausted(attempts)
