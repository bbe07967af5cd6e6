import type { Clock } from '../../base/ports.ts'
import { uploadRepository } from '../../blobs/upload-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { webhookEndpointRepository } from '../../events/endpoints/webhook-endpoint-repository.ts'
import { type AccountJob, accountJobRepository } from '../account-job-repository.ts'
import type { JobContext } from '../account-jobs.ts'
import { ownedRowsRepository } from '../owned-rows-repository.ts'
import { OWNED_NAMES, OWNED_TABLES } from '../owned-tables.ts'
import { accountErasureRepository } from './account-erasure-repository.ts'
import { ledgerDetachmentRepository } from './ledger-detachment-repository.ts'
import { runErasureRepository } from './run-erasure-repository.ts'
import { visitorErasureRepository } from './visitor-erasure-repository.ts'

/** What other rooms keep about an account, outside its rows. */
export interface ErasedElsewhere {
  /** Cancels a run that has not ended. Its credits come back to the ledger. */
  cancelRun(id: string): Promise<unknown>
  /** Forgets what is counted for the account: requests, and failures to sign in with its address. */
  forgetCounters(account: { id: string; email: string }): Promise<void>
  /** Removes e-mails that were written to the address before a time, wherever they are kept. */
  eraseLetters(account: { id: string; email: string; before: string }): Promise<void>
  /** Deletes the files that no row names any more. */
  sweepGarbage(): Promise<void>
}

/** Rows of one transaction, so that other requests run in between and none waits for long. */
const BATCH = 250

/**
 * Erases everything that belongs to an account. Only its ledger stays, under an account without an owner. Every step can be
 * repeated, so an attempt that was interrupted begins again.
 */
export const createErasure =
  ({ database, clock, elsewhere }: { database: OpenDatabase; clock: Clock; elsewhere: ErasedElsewhere }) =>
  async (job: AccountJob, { signal }: JobContext): Promise<void> => {
    const { db } = database
    const { account_id: accountId, email, created_at: before } = job
    if (email === null) throw new Error(`deletion ${job.id} has no address`)
    const account = { id: accountId, email }

    /** Removes rows in batches. */
    const inBatches = async <Key>(keys: readonly Key[], remove: (some: readonly Key[]) => Promise<void>) => {
      for (let from = 0; from < keys.length; from += BATCH) {
        signal.throwIfAborted()
        await remove(keys.slice(from, from + BATCH))
      }
    }

    const eraseRuns = async (): Promise<void> => {
      await inBatches(await runErasureRepository(db).open(accountId), async (ids) => {
        for (const id of ids) await elsewhere.cancelRun(id)
      })
      const ids = (await ownedRowsRepository(db).keys('runs', accountId)) as string[]
      await inBatches(ids, (some) => inTransaction(db, (tx) => runErasureRepository(tx).remove(some, clock.now())))
    }

    const eraseWebhooks = async (): Promise<void> => {
      for (const id of await ownedRowsRepository(db).keys('webhook_endpoints', accountId)) {
        signal.throwIfAborted()
        await webhookEndpointRepository(db).remove(String(id))
      }
    }

    const eraseVisits = async (): Promise<void> => {
      for (const id of await visitorErasureRepository(db).sessionsOf(accountId)) {
        signal.throwIfAborted()
        await visitorErasureRepository(db).remove(id, clock.now())
      }
    }

    const eraseRows = async (): Promise<void> => {
      for (const table of OWNED_NAMES.filter((name) => OWNED_TABLES[name].erased === 'rows')) {
        const keys = await ownedRowsRepository(db).keys(table, accountId)
        await inBatches(keys, (some) => ownedRowsRepository(db).remove(table, accountId, some))
      }
    }

    const eraseExports = async (): Promise<void> => {
      for (const id of await accountJobRepository(db).otherExports(accountId, job.id)) {
        await inTransaction(db, (tx) => accountJobRepository(tx).remove(id, clock.now()))
      }
    }

    const eraseUploads = () =>
      inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', accountId)
        await uploadRepository(tx).removeAll(accountId, undefined, clock.now())
      })

    const ledgerOwner = `acc_${job.id.slice(job.id.indexOf('_') + 1)}`
    const moveLedger = async (): Promise<void> => {
      if (!(await ledgerDetachmentRepository(db).hasEntries(accountId))) return
      await ledgerDetachmentRepository(db).ensureOwner(ledgerOwner, before)
      const move = () => ledgerDetachmentRepository(db).moveEntries(accountId, ledgerOwner, BATCH)
      while ((await move()) === BATCH) signal.throwIfAborted()
    }

    await eraseRuns()
    await eraseWebhooks()
    // The projects of the account name its sessions, so they go later.
    await eraseVisits()
    await eraseRows()
    await eraseExports()
    await eraseUploads()
    await elsewhere.eraseLetters({ ...account, before })
    await elsewhere.forgetCounters(account)
    await elsewhere.sweepGarbage()
    await moveLedger()

    // A request that was under way when the deletion began may have left a row. Then the account cannot be removed, the
    // transaction fails, and the next attempt erases that row as well.
    await inTransaction(db, async (tx) => {
      await lock(tx, 'accounts', accountId)
      const ledger = ledgerDetachmentRepository(tx)
      while ((await ledger.moveEntries(accountId, ledgerOwner, BATCH)) === BATCH) signal.throwIfAborted()
      await ledger.settleBalance(ledgerOwner)
      await ownedRowsRepository(tx).removeAll('monthly_usage', accountId)
      await accountJobRepository(tx).remove(job.id, clock.now())
      await accountErasureRepository(tx).remove(accountId)
      await database.dialect.noteDeletion(tx)
    })
    await database.dialect.overwriteDeleted(db)
  }
