import type { ErasedAccount } from '../../base/compose.ts'
import type { Clock } from '../../base/ports.ts'
import { inBatches } from '../../database/in-batches.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { ownedRowsRepository } from '../../database/owned-rows-repository.ts'
import type { OwnedRows } from '../../database/owned-tables.ts'
import { lock } from '../../database/transaction-lock.ts'
import { type AccountJob, accountJobRepository } from '../account-job-repository.ts'
import type { JobContext } from '../account-jobs.ts'
import { accountErasureRepository } from './account-erasure-repository.ts'
import { ledgerDetachmentRepository } from './ledger-detachment-repository.ts'

/** What parts of the server erase of an account, in the order of the list. */
export type Erasers = readonly ((account: ErasedAccount) => Promise<unknown>)[]

/** Entries of the ledger that one statement moves. */
const BATCH = 250

/**
 * Erases everything that belongs to an account. Only its ledger stays, under an account without an owner. Every step can be
 * repeated, so an attempt that was interrupted begins again.
 */
export const createErasure =
  (deps: {
    readonly database: OpenDatabase
    readonly clock: Clock
    readonly tables: Readonly<Record<string, OwnedRows>>
    readonly erasers: Erasers
    /** Deletes the files that no row names any more. */
    readonly sweepGarbage: () => Promise<void>
  }) =>
  async (job: AccountJob, { signal }: JobContext): Promise<void> => {
    const { database, clock, tables, erasers, sweepGarbage } = deps
    const { db } = database
    const { account_id: accountId, email, created_at: before } = job
    if (email === null) throw new Error(`deletion ${job.id} has no address`)
    const account = { id: accountId, email, before, signal }

    const eraseRows = async (): Promise<void> => {
      for (const [table, { key, erasedApart }] of Object.entries(tables)) {
        if (erasedApart) continue
        const keys = await ownedRowsRepository(db).keys({ table, key }, accountId)
        await inBatches(keys, signal, (some) => ownedRowsRepository(db).remove({ table, key }, accountId, some))
      }
    }

    const eraseExports = async (): Promise<void> => {
      for (const id of await accountJobRepository(db).otherExports(accountId, job.id)) {
        await inTransaction(db, (tx) => accountJobRepository(tx).remove(id, clock.now()))
      }
    }

    const ledgerOwner = `acc_${job.id.slice(job.id.indexOf('_') + 1)}`
    const moveLedger = async (): Promise<void> => {
      if (!(await ledgerDetachmentRepository(db).hasEntries(accountId))) return
      await ledgerDetachmentRepository(db).ensureOwner(ledgerOwner, before)
      const move = () => ledgerDetachmentRepository(db).moveEntries(accountId, ledgerOwner, BATCH)
      while ((await move()) === BATCH) signal.throwIfAborted()
    }

    // Runs that are cancelled write events and letters, and projects name visits: the rows that nothing hangs on go last.
    for (const erase of erasers) {
      signal.throwIfAborted()
      await erase(account)
    }
    await eraseRows()
    await eraseExports()
    await sweepGarbage()
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
