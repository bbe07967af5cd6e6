import type { Logger } from 'pino'
import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Blobs } from '../blobs/blob-store.ts'
import { createGarbageSweeper } from '../blobs/garbage-sweeper.ts'
import type { SignedLinks } from '../blobs/signed-links.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { type AllOwned, ownedTables } from '../database/owned-tables.ts'
import type { Letters } from '../mail/letters.ts'
import { ACCOUNT_JOBS_TASK } from '../queue/job-runner-port.ts'
import type { Queue } from '../queue/queue-port.ts'
import { createAccountJobs } from './account-jobs.ts'
import { createAccountDeletion } from './deletion/account-deletion.ts'
import { createErasure, type Erasers } from './deletion/erase-account.ts'
import { createAccountExports } from './export/account-exports.ts'
import { createExportWork } from './export/export-account.ts'

interface Needs {
  readonly config: Config
  readonly clock: Clock
  readonly ids: Ids
  readonly database: OpenDatabase
  readonly queue: Queue
  readonly blobs: Blobs
  readonly links: SignedLinks
  readonly logger: Logger
  readonly uploadFolder: string
  readonly letters: Letters
  readonly owner: string
  /** Of every table but its own. */
  readonly owns: Omit<AllOwned, keyof typeof OWN>
  readonly erasers: Erasers
}

const OWN = ownedTables({ account_jobs: { key: 'id', file: null, erasedApart: true } })

/** Exporting and deleting whole accounts. Listed after all parts that own rows of accounts. */
export const accountDataPart = part((needs: Needs) => {
  const { config, clock, ids, database, queue, blobs, links, logger, letters, owner } = needs
  const { db, dialect } = database
  const { garbageAdded } = queue
  const tables: AllOwned = { ...needs.owns, ...OWN }
  const sweepGarbage = createGarbageSweeper({ db, blobs, clock })
  const erase = createErasure({ database, clock, tables, erasers: needs.erasers, sweepGarbage })
  const makeExport = createExportWork({ db, blobs, ids, clock, tables, folder: needs.uploadFolder, garbageAdded })
  const accountJobs = createAccountJobs({
    database,
    clock,
    logger,
    owner,
    kinds: {
      export: { work: makeExport, maxAttempts: 5 },
      deletion: { work: erase, maxAttempts: Number.POSITIVE_INFINITY },
    },
  })
  const accountExports = createAccountExports({ db, ids, clock, queue, links })

  const failure = 'work about accounts was not started'
  const workOff = () => void accountJobs.workOff().catch((error: unknown) => logger.error({ err: error }, failure))
  // A process that only answers requests leaves the work to others.
  const works = config.role !== 'api'
  if (works) queue.onAccountJobsAdded(workOff)

  return {
    provides: {
      accountJobs,
      accountExports,
      deleteAccount: createAccountDeletion({ db, ids, clock, queue, letters }),
    },
    owns: OWN,
    timetable: [
      { name: ACCOUNT_JOBS_TASK, every: 'minute', work: accountJobs.workOff, failure },
      {
        name: 'expire-exports',
        every: 'hour',
        work: accountExports.expire,
        failure: 'expired exports were not removed',
      },
      {
        name: 'overwrite-deleted',
        every: 'hour',
        work: () => dialect.overwriteDeleted(db),
        failure: 'deleted rows were not overwritten',
      },
    ],
    async start() {
      if (!works) return
      await accountJobs.start()
      // What an earlier process left is started now, not with the next minute of the timetable.
      workOff()
    },
    drain: accountJobs.stop,
  }
})
