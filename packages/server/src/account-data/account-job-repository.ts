import type { Insertable, Selectable } from 'kysely'
import { blobGarbageRepository } from '../blobs/blob-garbage-repository.ts'
import type { Db } from '../database/open-database.ts'
import type { AccountJobKind, AccountJobsTable, ExportArchivesTable } from '../database/schema/account-data-tables.ts'

export type AccountJob = Selectable<AccountJobsTable>
export type ExportArchive = Selectable<ExportArchivesTable>

/** Durable work about whole accounts, and the archives that exports made. */
export const accountJobRepository = (db: Db) => {
  /** An update of a job that succeeds only while this owner holds its lease. */
  const held = (id: string, owner: string) =>
    db.updateTable('account_jobs').where('id', '=', id).where('lease_owner', '=', owner).where('state', '=', 'waiting')

  return {
    async insert(job: Pick<Insertable<AccountJobsTable>, 'id' | 'account_id' | 'kind' | 'email'>, at: string) {
      const fresh = { state: 'waiting', attempts: 0, lease_owner: null, lease_until: null } as const
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

    /**
     * Claims the job that has been due longest. Holds by a condition on the lease as it was found.
     *
     * @returns undefined when nothing is due
     */
    async claim(owner: string, { at, until }: { at: string; until: string }): Promise<AccountJob | undefined> {
      for (;;) {
        const due = await db
          .selectFrom('account_jobs')
          .select(['id', 'lease_until'])
          .where('state', '=', 'waiting')
          .where('run_at', '<=', at)
          .where((job) => job.or([job('lease_until', 'is', null), job('lease_until', '<=', at)]))
          .orderBy('run_at')
          .limit(1)
          .executeTakeFirst()
        if (!due) return undefined
        const claimed = await db
          .updateTable('account_jobs')
          .set((job) => ({ lease_owner: owner, lease_until: until, attempts: job('attempts', '+', 1) }))
          .where('id', '=', due.id)
          .where('state', '=', 'waiting')
          .where('lease_until', 'is not distinct from', due.lease_until)
          .returningAll()
          .executeTakeFirst()
        if (claimed) return claimed
      }
    },

    /** Returns whether the owner still holds the job. */
    async renew(id: string, owner: string, until: string): Promise<boolean> {
      return (await held(id, owner).set({ lease_until: until }).returning('id').executeTakeFirst()) !== undefined
    },

    /** Ends all leases. Only for a process that has the database to itself. */
    async releaseAll(): Promise<void> {
      await db.updateTable('account_jobs').set({ lease_owner: null, lease_until: null }).execute()
    },

    /** Ends an attempt. The job is done again from `at` on. With `uncounted`, the attempt does not count. */
    async retry(id: string, owner: string, at: string, { uncounted = false } = {}): Promise<void> {
      await held(id, owner)
        .set((job) => ({
          lease_owner: null,
          lease_until: null,
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
      const row = await held(id, owner)
        .set({ ...ended, lease_owner: null, lease_until: null })
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
