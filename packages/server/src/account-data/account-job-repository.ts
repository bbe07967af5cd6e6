import type { Insertable, Selectable } from 'kysely'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import type { Db } from '../database/open-database.ts'
import { isFree, NO_LEASE, rowLease } from '../database/row-lease.ts'
import type { AccountJobKind, AccountJobsTable, ExportArchivesTable } from '../database/schema/account-data-tables.ts'

export type AccountJob = Selectable<AccountJobsTable>
export type ExportArchive = Selectable<ExportArchivesTable>

/** Durable work about whole accounts, and the archives that exports made. */
export const accountJobRepository = (db: Db) => {
  const lease = rowLease(db, 'account_jobs')

  return {
    async insert(job: Pick<Insertable<AccountJobsTable>, 'id' | 'account_id' | 'kind' | 'email'>, at: string) {
      const fresh = { state: 'waiting', attempts: 0, ...NO_LEASE } as const
      await db
        .insertInto('account_jobs')
        .values({ ...job, ...fresh, run_at: at, created_at: at, finished_at: null, expires_at: null })
        .execute()
    },

    /** The newest job of a kind. */
    latest(accountId: string, kind: AccountJobKind): Promise<AccountJob | undefined> {
      return db
        .selectFrom('account_jobs')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    /** Claims the job that has been due longest. @returns undefined when nothing is due */
    async claim(owner: string, { at, until }: { at: Date; until: Date }): Promise<AccountJob | undefined> {
      const free = isFree(at.toISOString())
      const due = db
        .selectFrom('account_jobs')
        .select('id')
        .where('state', '=', 'waiting')
        .where('run_at', '<=', at.toISOString())
        .where(free)
        .orderBy('run_at')
        .limit(1)
      for (;;) {
        const claimed = await lease
          .claim(owner, due, { until, free })
          .set((job) => ({ attempts: job('attempts', '+', 1) }))
          .returningAll()
          .executeTakeFirst()
        // If another process was quicker, the next job is tried.
        if (claimed || !(await due.executeTakeFirst())) return claimed
      }
    },

    /** Returns whether the owner still holds the job. */
    async renew(id: string, owner: string, until: Date): Promise<boolean> {
      return (await lease.renew(owner, [id], until.toISOString())).length > 0
    },

    /** Ends the leases of all other owners. Only for a process that has the database to itself. */
    releaseOthers: lease.releaseOthers,

    /** Ends an attempt. The job is done again from `at` on. With `uncounted`, the attempt does not count. */
    async retry(id: string, owner: string, at: string, { uncounted = false } = {}): Promise<void> {
      await lease
        .held(owner, id)
        .set((job) => ({
          ...NO_LEASE,
          run_at: at,
          attempts: uncounted ? job('attempts', '-', 1) : job.ref('attempts'),
        }))
        .execute()
    },

    /** Ends a job for good. Returns whether the owner still held it. */
    async finish(
      id: string,
      owner: string,
      end: { state: 'done' | 'failed'; at: string; expiresAt: string | null },
    ): Promise<boolean> {
      const ended = { state: end.state, finished_at: end.at, expires_at: end.expiresAt }
      const row = await lease
        .held(owner, id)
        .set({ ...ended, ...NO_LEASE })
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    archives(jobId: string): Promise<ExportArchive[]> {
      return db.selectFrom('export_archives').selectAll().where('job_id', '=', jobId).orderBy('number').execute()
    },

    async addArchive(archive: ExportArchive): Promise<void> {
      await db.insertInto('export_archives').values(archive).execute()
      await blobGarbageRepository(db).unmark([archive.blob])
    },

    /** Removes the archives of a job, and discards their files. */
    async removeArchives(jobId: string, now: Date): Promise<void> {
      const removed = await db.deleteFrom('export_archives').where('job_id', '=', jobId).returning('blob').execute()
      await blobGarbageRepository(db).discard(
        removed.map(({ blob }) => blob),
        now,
      )
    },

    /** The ids of exports of an account, except one. */
    async otherExports(accountId: string, except: string): Promise<string[]> {
      const rows = await db
        .selectFrom('account_jobs')
        .select('id')
        .where('account_id', '=', accountId)
        .where('kind', '=', 'export')
        .where('id', '!=', except)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** The ids of ended exports that expired before a time. */
    async expired(now: string): Promise<string[]> {
      const rows = await db.selectFrom('account_jobs').select('id').where('expires_at', '<=', now).execute()
      return rows.map(({ id }) => id)
    },

    /** Removes a job with its archives. */
    async remove(id: string, now: Date): Promise<void> {
      await this.removeArchives(id, now)
      await db.deleteFrom('account_jobs').where('id', '=', id).execute()
    },
  }
}
