import type { Selectable } from 'kysely'
import { compiledQuery } from '../../database/compiled-query.ts'
import type { Db } from '../../database/open-database.ts'
import { NO_LEASE, rowLease } from '../../database/row-lease.ts'
import type { RunsTable } from '../../database/schema/run-tables.ts'
import { lockFirst, lockWith } from '../../database/transaction-lock.ts'
import type { Run, StoredProgress } from '../run.ts'
import type { Priority } from '../run-priority.ts'
import { type ClaimCandidate, dueAt, type FairQueueRequest, nextWaitingId } from './fair-queue-repository.ts'
import { type NewRun, readRuns, toRow, toRun } from './run-rows.ts'

/** The end of a run. */
export interface RunEnd {
  readonly state: 'succeeded' | 'failed' | 'revoked'
  readonly at: string
  readonly outcome?: unknown
  readonly errorCode?: Run['errorCode']
  readonly errorMessage?: string
  /** What the run costs in the end, where that is not what was held for it. */
  readonly credits?: number
}

/** The owner of a run and its lease. */
export interface Lease {
  readonly owner: string
  readonly at: string
  readonly until: string
}

/**
 * The only writer of the table `runs`, from the first row of a run to its last state.
 *
 * Each step after the first is one update whose condition names the state from which it starts. If two processes try the
 * same step, one succeeds and the other learns that it did not.
 */
export const runRepository = (db: Db) => {
  const lease = rowLease(db, 'runs')

  const get = async (id: string): Promise<Run | undefined> => {
    const one = db.selectFrom('runs').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
    return (await readRuns(db, one))[0]
  }

  /** A run as a claim left it. One that starts for the first time has no pictures yet, so none are read. */
  const claimed = (
    row: Selectable<RunsTable> | undefined,
    { at }: Lease,
  ): Promise<Run | undefined> | Run | undefined => {
    if (!row) return undefined
    return row.attempts === 1 && row.started_at === at ? toRun(row, []) : get(row.id)
  }

  return {
    get,

    async insert(run: NewRun): Promise<void> {
      await db.insertInto('runs').values(toRow(run)).execute()
    },

    /** The run that this Idempotency-Key started since `since`. */
    async findByRequestKey(accountId: string, key: string, since: string): Promise<Run | undefined> {
      const mine = db
        .selectFrom('runs')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('request_key', '=', key)
        .where('created_at', '>=', since)
        .where('deleted_at', 'is', null)
      return (await readRuns(db, mine))[0]
    },

    /** Frees an Idempotency-Key for another run. Its use before `since` no longer counts. */
    async forgetRequestKey(accountId: string, key: string, since: string): Promise<void> {
      await db
        .updateTable('runs')
        .set({ request_key: null })
        .where('account_id', '=', accountId)
        .where('request_key', '=', key)
        .where('created_at', '<', since)
        .execute()
    },

    /** Records that the caller of a run no longer waits, unless it has ended. */
    async leave(id: string, at: string): Promise<void> {
      const open = db.updateTable('runs').where('id', '=', id).where('state', 'in', ['queued', 'running'])
      await open.set({ left_at: at }).execute()
    },

    /** Makes a run that has no Idempotency-Key the one that this key finds. */
    async adoptKey(id: string, key: string): Promise<void> {
      const keyless = db.updateTable('runs').where('id', '=', id).where('request_key', 'is', null)
      await keyless.set({ request_key: key }).execute()
    },

    /**
     * Claims a run as it was found. Holds by a condition on everything that a claim or a renewed lease changes.
     *
     * @returns undefined when another process was quicker
     */
    async claim({ id, state, attempts, lease_until: lapsed }: ClaimCandidate, by: Lease): Promise<Run | undefined> {
      const { owner, at, until } = by
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
        .where('lease_until', 'is not distinct from', lapsed)
        .returningAll()
        .executeTakeFirst()
      return claimed(taken, by)
    },

    /**
     * Claims a queued run that no process has started, and finds it in the same statement. Holds by the conditions on its
     * state, which are checked on the newest row.
     *
     * @param earlier Priorities that are searched before: nothing is claimed while something of them waits (`nextWaitingId`).
     * @returns undefined when there is none, or another process was quicker
     */
    async claimFirst(
      { at, ...request }: FairQueueRequest,
      by: Lease,
      earlier?: readonly Priority[],
    ): Promise<Run | undefined> {
      const [taken] = await claimFirst(db, request, dueAt(at), by, earlier)
      return claimed(taken, by)
    },

    /** Which of these runs have ended, or no longer exist. */
    async settledAmong(ids: readonly string[]): Promise<string[]> {
      const open = await db
        .selectFrom('runs')
        .select('id')
        .where('id', 'in', [...ids])
        .where('state', 'in', ['queued', 'running'])
        .where('deleted_at', 'is', null)
        .execute()
      const isOpen = new Set(open.map(({ id }) => id))
      return ids.filter((id) => !isOpen.has(id))
    },

    /** Renews the leases that the owner still holds. @returns the ids of their runs */
    renewLeases: lease.renew,

    /** Queues a run again, from `at` on. With `uncounted`, the attempt does not count. */
    async handBack(id: string, owner: string, at: string, { uncounted }: { uncounted: boolean }): Promise<void> {
      const back = { state: 'queued', ...NO_LEASE, run_at: at, progress: null } as const
      await lease
        .held(owner, id)
        .set((eb) => ({ ...back, attempts: uncounted ? eb('attempts', '-', 1) : eb.ref('attempts') }))
        .execute()
    },

    /**
     * Ends the leases of all other owners, so that their runs may be claimed. Only for a process that has the database to
     * itself.
     *
     * @returns how many there were
     */
    async expireOtherLeases(owner: string, at: string): Promise<number> {
      const result = await db
        .updateTable('runs')
        .set({ lease_until: at })
        .where('state', '=', 'running')
        .where('items', 'is', null)
        .where((eb) => eb.or([eb('lease_owner', '!=', owner), eb('lease_owner', 'is', null)]))
        .executeTakeFirst()
      return Number(result.numUpdatedRows)
    },

    /** Writes the progress of the work. @returns whether this owner still holds the run */
    async setProgress(id: string, owner: string, progress: StoredProgress): Promise<boolean> {
      const written = lease.held(owner, id).set({ progress: JSON.stringify(progress) })
      return (await written.returning('id').executeTakeFirst()) !== undefined
    },

    /**
     * Stores the id of the work that a provider accepted, and what it costs there in millionths of a dollar. This happens before
     * the provider is polled.
     *
     * @throws Error when another owner holds the run
     */
    async setProviderTask(id: string, owner: string, task: string, micros?: number): Promise<void> {
      const kept = await lease
        .held(owner, id)
        .set({ provider_task: task, provider_micros: micros ?? null })
        .returning('id')
        .executeTakeFirst()
      if (!kept) throw new Error(`run ${id} is held by another owner`)
    },

    /** Locks a run until the transaction ends, if this owner holds it. @returns whether it does */
    async lockHeld(id: string, owner: string): Promise<boolean> {
      return (await this.lockingHeld(id, owner).executeTakeFirst()) !== undefined
    },

    /** The statement of `lockHeld`, which finds the id of the run. */
    lockingHeld(id: string, owner: string) {
      const running = db.selectFrom('runs').select('id').where('id', '=', id).where('state', '=', 'running')
      return lockWith(db, 'runs', id, running.where('lease_owner', '=', owner))
    },

    /**
     * Ends a run that has not ended. With `holder`, only while that owner holds it: a worker that lost its lease cannot
     * settle a run that another took over. Then the account is locked before the run.
     *
     * @returns whether this call ended it
     */
    async settle(id: string, end: RunEnd, holder?: { owner: string; accountId: string }): Promise<boolean> {
      const open = holder
        ? lease.held(holder.owner, id).where(lockFirst(db, 'accounts', holder.accountId))
        : db.updateTable('runs').where('id', '=', id).where('state', 'in', ['queued', 'running'])
      const settled = open.set({
        state: end.state,
        finished_at: end.at,
        ...NO_LEASE,
        left_at: null,
        progress: null,
        outcome: end.outcome === undefined ? null : JSON.stringify(end.outcome),
        error_code: end.errorCode ?? null,
        error_message: end.errorMessage ?? null,
        ...(end.credits !== undefined && { credits: end.credits }),
        ...(end.state === 'succeeded' ? {} : { request_key: null }),
      })
      return (await settled.returning('id').executeTakeFirst()) !== undefined
    },

    /** Hides a run for good. Its row stays for the ledger. @returns whether this call hid it */
    async hide(id: string, at: string): Promise<boolean> {
      const hidden = await db
        .updateTable('runs')
        .set({ deleted_at: at, request_key: null })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return hidden !== undefined
    },

    /** Marks a batch as running when its first item is. @returns its number of items; undefined when it has ended */
    async beginBatch(id: string, at: string): Promise<number | undefined> {
      const batch = await db
        .updateTable('runs')
        .set(({ fn, val }) => ({ state: 'running', started_at: fn.coalesce('started_at', val(at)) }))
        .where('id', '=', id)
        .where('state', 'in', ['queued', 'running'])
        .returning('items')
        .executeTakeFirst()
      return batch?.items ?? undefined
    },

    /** Writes the progress of a batch. Holds by the lock on its row that `beginBatch` took in the same transaction. */
    async setBatchProgress(id: string, progress: StoredProgress): Promise<void> {
      await db
        .updateTable('runs')
        .set({ progress: JSON.stringify(progress) })
        .where('id', '=', id)
        .execute()
    },
  }
}

const claimFirst = compiledQuery(
  (
    db,
    request: Omit<FairQueueRequest, 'at'>,
    due: ReturnType<typeof dueAt>,
    { owner, at, until }: Lease,
    earlier?: readonly Priority[],
  ) =>
    db
      .updateTable('runs')
      .set(({ fn, val }) => ({
        state: 'running',
        attempts: 1,
        lease_owner: owner,
        lease_until: until,
        started_at: fn.coalesce('started_at', val(at)),
      }))
      .where('id', '=', nextWaitingId(request, due, earlier))
      .where('state', '=', 'queued')
      .where('attempts', '=', 0)
      .returningAll(),
)
