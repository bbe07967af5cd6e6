import { type SelectQueryBuilder, sql } from 'kysely'
import type { Cutoff } from '../../base/plans/retention-settings.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import type { Database } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import { bytesOf } from './run-image-repository.ts'

/** What a time ends: all pictures of runs, their originals alone, or what is left of runs that have no results. */
export type Expiring = 'results' | 'originals' | 'runs'

type EndedRuns = SelectQueryBuilder<Database, 'runs', object>

/** Ended runs whose time is over. Every change holds by a lock on their account, which the caller takes. */
export const runRetentionRepository = (db: Db) => {
  /** As the index `runs_kept` has them. */
  const ended = (before: string): EndedRuns =>
    db
      .selectFrom('runs')
      .where('finished_at', '<', before)
      .where(sql<boolean>`finished_at is not null and (deleted_at is null or params <> '{}')`)

  const due = (what: Expiring, before: string): EndedRuns => {
    const runs = ended(before)
    const images = (role?: 'original' | 'output') =>
      sql<boolean>`exists (select 1 from run_images i where i.run_id = runs.id
        ${role === undefined ? sql`` : sql`and i.role = ${sql.lit(role)}`} ${role === 'original' ? sql`and i.bytes > 0` : sql``})`
    if (what === 'results') return runs.where('deleted_at', 'is', null).where(images())
    if (what === 'originals') return runs.where(images('original'))
    return runs.where(({ not }) => not(images('output')))
  }

  /** Removes the pictures of runs of an account. */
  const detach = async (accountId: string, ids: readonly string[], now: Date): Promise<void> => {
    const removed = await db
      .deleteFrom('run_images')
      .where('run_id', 'in', [...ids])
      .returning(['blob', 'role', 'bytes'])
      .execute()
    await storedBytesRepository(db).release(accountId, bytesOf(removed.filter(({ role }) => role === 'original')))
    await blobGarbageRepository(db).discard(
      removed.map(({ blob }) => blob),
      now,
    )
  }

  return {
    /** Accounts of some plans, in the order of their ids. */
    async accounts({ plans }: Cutoff, after: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('plan', 'in', [...plans])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Those of the accounts that have something due. */
    async withDue(what: Expiring, accountIds: readonly string[], { before }: Cutoff): Promise<string[]> {
      const rows = await due(what, before)
        .select('account_id')
        .where('account_id', 'in', [...accountIds])
        .distinct()
        .execute()
      return rows.map(({ account_id }) => account_id)
    },

    /** Runs of an account, the oldest first; none when its plan is another one by now. */
    async due(what: Expiring, accountId: string, { plans, before }: Cutoff, limit: number): Promise<string[]> {
      const isOfPlan = db
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', accountId)
        .where('plan', 'in', [...plans])
      const rows = await due(what, before)
        .select('id')
        .where('account_id', 'in', isOfPlan)
        .orderBy('finished_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Deletes runs with their pictures, as their owner could. Their rows stay for the ledger. */
    async remove(accountId: string, ids: readonly string[], now: Date): Promise<void> {
      await db
        .updateTable('runs')
        .set({ deleted_at: now.toISOString(), request_key: null })
        .where('id', 'in', [...ids])
        .execute()
      await detach(accountId, ids, now)
    },

    /** Removes the bytes of originals. What is known of them stays, so that replies about the results keep their form. */
    async removeOriginals(accountId: string, ids: readonly string[], now: Date): Promise<void> {
      const originals = await db
        .selectFrom('run_images')
        .select(['blob', 'bytes'])
        .where('run_id', 'in', [...ids])
        .where('role', '=', 'original')
        .where('bytes', '>', 0)
        .execute()
      const blobs = originals.map(({ blob }) => blob)
      await db.updateTable('run_images').set({ bytes: 0 }).where('blob', 'in', blobs).execute()
      await storedBytesRepository(db).release(accountId, bytesOf(originals))
      await blobGarbageRepository(db).discard(blobs, now)
    },

    /** Forgets what was asked for and answered. What is left says what a run was, when, how it ended and what it cost. */
    async forget(accountId: string, ids: readonly string[], now: Date): Promise<void> {
      await detach(accountId, ids, now)
      await db
        .updateTable('runs')
        .set(({ fn, val }) => ({
          params: '{}',
          warnings: null,
          outcome: null,
          error_message: null,
          request_key: null,
          provider_task: null,
          deleted_at: fn.coalesce('deleted_at', val(now.toISOString())),
        }))
        .where('id', 'in', [...ids])
        .execute()
    },
  }
}
