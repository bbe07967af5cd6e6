import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { type Blobs, privateKey } from '../../blobs/blob-store.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { OwnedRows } from '../../database/owned-tables.ts'
import { type AccountJob, accountJobRepository } from '../account-job-repository.ts'
import type { JobContext } from '../account-jobs.ts'
import { exportEntries } from './export-entries.ts'
import { type ArchiveFile, type ArchiveLimits, zipArchives } from './zip-archives.ts'

/** How long the archives of an export can be downloaded. */
const KEPT_MS = 7 * DAY_MS
/** Far below the 4 GB and 65,535 entries of plain zip archives, and below what S3 takes with one request. */
const LIMITS: ArchiveLimits = { bytes: 1_000_000_000, entries: 20_000 }

/** Makes the archives of an export. An attempt begins with the first archive again. */
export const createExportWork =
  (deps: {
    readonly db: Db
    readonly blobs: Blobs
    readonly ids: Ids
    readonly clock: Clock
    /** How rows of accounts are exported, by their table. */
    readonly tables: Readonly<Record<string, OwnedRows>>
    /** For unfinished archives. */
    readonly folder: string
    readonly garbageAdded: () => void
    readonly limits?: ArchiveLimits
  }) =>
  async (job: AccountJob, { owner, signal }: JobContext): Promise<void> => {
    const { db, blobs, ids, clock, garbageAdded, limits = LIMITS } = deps
    const { id, account_id: accountId } = job
    await inTransaction(db, (tx) => accountJobRepository(tx).removeArchives(id, clock.now()))

    /** Bytes come before the row that names them, and the row only while this process holds the job. */
    const store = async ({ number, path, bytes }: ArchiveFile): Promise<void> => {
      const blob = privateKey(`${ids.secret()}.zip`)
      await blobGarbageRepository(db).reserve([blob], clock.now())
      await blobs.putFile(blob, path)
      signal.throwIfAborted()
      await inTransaction(db, (tx) => accountJobRepository(tx).addArchive({ job_id: id, number, blob, bytes }))
    }

    const folder = await mkdtemp(join(deps.folder, 'export-'))
    try {
      const entries = exportEntries(deps, accountId)
      for await (const archive of zipArchives(entries, { folder, limits, date: clock.now(), signal })) {
        await store(archive)
        await rm(archive.path)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }

    await inTransaction(db, async (tx) => {
      const now = clock.now()
      const jobs = accountJobRepository(tx)
      const expiresAt = new Date(now.getTime() + KEPT_MS).toISOString()
      if (!(await jobs.finish(id, owner, { state: 'done', at: now.toISOString(), expiresAt }))) return
      // Only the newest export is kept.
      for (const other of await jobs.otherExports(accountId, id)) await jobs.remove(other, now)
    })
    garbageAdded()
  }
