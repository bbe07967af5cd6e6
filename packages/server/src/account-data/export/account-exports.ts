import { HOUR_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound } from '../../base/service-error.ts'
import { blobName } from '../../blobs/blob-store.ts'
import type { SignedLinks } from '../../blobs/signed-links.ts'
import type { Schemas } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { type AccountJob, accountJobRepository } from '../account-job-repository.ts'

export type AccountExports = ReturnType<typeof createAccountExports>

/** A younger export is returned instead of making another. */
const FRESH_MS = HOUR_MS

/** Exports of everything that is stored about an account. The work is done by `export-account.ts`. */
export function createAccountExports(deps: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly queue: Pick<Queue, 'enqueueAccountJob' | 'accountJobsAdded' | 'garbageAdded'>
  readonly links: SignedLinks
}) {
  const { db, ids, clock, queue, links } = deps

  const isFresh = ({ state, finished_at }: AccountJob, now: Date): boolean =>
    state === 'waiting' || (state === 'done' && Date.parse(finished_at ?? '') > now.getTime() - FRESH_MS)

  const shown = async (job: AccountJob): Promise<Schemas['AccountExport']> => {
    const archives = job.state === 'done' ? await accountJobRepository(db).archives(job.id) : []
    const until = Math.floor(Date.parse(job.expires_at ?? '') / 1000)
    return {
      id: job.id,
      status: STATUS[job.state],
      requested_at: job.created_at,
      completed_at: job.finished_at,
      expires_at: job.expires_at,
      files: archives.map(({ number, blob, bytes }) => ({
        url: links.private(blobName(blob), Math.min(links.expiry(), until)),
        filename: archiveName(number),
        size_bytes: Number(bytes),
      })),
    }
  }

  return {
    /**
     * Begins an export, or returns the one that is being made or was made within the last hour. Holds by a lock on the
     * account.
     */
    async start(accountId: string): Promise<Schemas['AccountExport']> {
      const job = await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', accountId)
        const jobs = accountJobRepository(tx)
        const known = await jobs.latest(accountId, 'export')
        const now = clock.now()
        if (known && isFresh(known, now)) return known
        const id = ids.next('exp')
        await jobs.insert({ id, account_id: accountId, kind: 'export', email: null }, now.toISOString())
        await queue.enqueueAccountJob(tx)
        return jobs.latest(accountId, 'export')
      })
      if (!job) throw new Error('an export was inserted and is not there')
      queue.accountJobsAdded()
      return shown(job)
    },

    /** The newest export. @throws ServiceError `not_found` (404) when there is none, or it has expired. */
    async latest(accountId: string): Promise<Schemas['AccountExport']> {
      const job = await accountJobRepository(db).latest(accountId, 'export')
      if (!job) throw notFound('export')
      return shown(job)
    },

    /** Removes exports that have expired. */
    async expire(): Promise<void> {
      const now = clock.now()
      for (const id of await accountJobRepository(db).expired(now.toISOString())) {
        await inTransaction(db, (tx) => accountJobRepository(tx).remove(id, now))
      }
      queue.garbageAdded()
    },
  }
}

const STATUS = { waiting: 'processing', done: 'ready', failed: 'failed' } as const

/** The name under which an archive is downloaded. */
export const archiveName = (number: number): string => `platelight-export-${number}.zip`
