import type { ErasedAccount } from '../base/compose.ts'
import type { Clock } from '../base/ports.ts'
import { inBatches } from '../database/in-batches.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { Runs } from './runs.ts'
import { runErasureRepository } from './store/run-erasure-repository.ts'

/** Erases the runs of an account with their pictures. Work in progress is cancelled, and its credits come back. */
export const createRunErasure =
  ({ db, clock, runs }: { readonly db: Db; readonly clock: Clock; readonly runs: Pick<Runs, 'cancel'> }) =>
  async ({ id, signal }: ErasedAccount): Promise<void> => {
    await inBatches(await runErasureRepository(db).open(id), signal, async (some) => {
      for (const run of some) await runs.cancel(run)
    })
    await inBatches(await runErasureRepository(db).all(id), signal, (some) =>
      inTransaction(db, (tx) => runErasureRepository(tx).remove(some, clock.now())),
    )
  }
