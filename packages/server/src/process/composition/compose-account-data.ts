import { createAccountJobs } from '../../account-data/account-jobs.ts'
import { createAccountDeletion } from '../../account-data/deletion/account-deletion.ts'
import { createErasure, type ErasedElsewhere } from '../../account-data/deletion/erase-account.ts'
import { createAccountExports } from '../../account-data/export/account-exports.ts'
import { createExportWork } from '../../account-data/export/export-account.ts'
import { createGarbageSweeper } from '../../blobs/garbage-sweeper.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Queue } from '../../queue/queue-port.ts'
import type { AuthService } from '../../resources/auth/auth-service.ts'
import type { Runs } from '../../runs/runs.ts'
import type { RateCounting } from '../adapters.ts'
import type { Core } from '../open-core.ts'
import type { Storage } from './compose-storage.ts'

/** Exporting and deleting whole accounts. */
export function composeAccountData(
  { config, clock, ids, database }: Core,
  deps: {
    queue: Queue
    storage: Storage
    letters: Letters
    eraseLetters: ErasedElsewhere['eraseLetters']
    auth: Pick<AuthService, 'forgetFailures'>
    counting: Pick<RateCounting, 'forget'>
    runs: Pick<Runs, 'cancel'>
    owner: string
  },
) {
  const { db } = database
  const { queue, storage, letters, eraseLetters, auth, counting, runs, owner } = deps
  const { blobs, links, logger, uploadFolder: folder } = storage
  const { garbageAdded } = queue
  const erase = createErasure({
    database,
    clock,
    elsewhere: {
      cancelRun: runs.cancel,
      forgetCounters: async ({ id, email }) => {
        await auth.forgetFailures(email)
        await counting.forget(id)
      },
      eraseLetters,
      sweepGarbage: createGarbageSweeper({ db, blobs, clock }),
    },
  })
  const accountJobs = createAccountJobs({
    database,
    clock,
    logger,
    owner,
    kinds: {
      export: { work: createExportWork({ db, blobs, ids, clock, folder, garbageAdded }), maxAttempts: 5 },
      deletion: { work: erase, maxAttempts: Number.POSITIVE_INFINITY },
    },
  })
  // A process that only answers requests leaves the work to others.
  if (config.role !== 'api')
    queue.onAccountJobsAdded(() =>
      accountJobs
        .workOff()
        .catch((error: unknown) => logger.error({ err: error }, 'work about accounts was not begun')),
    )
  return {
    accountJobs,
    accountExports: createAccountExports({ db, ids, clock, queue, links }),
    deleteAccount: createAccountDeletion({ db, ids, clock, queue, letters }),
  }
}
