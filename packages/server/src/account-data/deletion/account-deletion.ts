import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { ownedRowsRepository } from '../../database/owned-rows-repository.ts'
import { eraseAddress } from '../../leads/subscriptions.ts'
import type { Letters } from '../../mail/letters.ts'
import { letterRepository } from '../../mail/store/letter-repository.ts'
import type { Queue } from '../../queue/queue-port.ts'
import { accountJobRepository } from '../account-job-repository.ts'
import { accountErasureRepository, type OwnedCounts } from './account-erasure-repository.ts'

export type AccountDeletion = ReturnType<typeof createAccountDeletion>

/**
 * The beginning of a deletion, which takes effect at once: nobody can sign in, no key and no link of an e-mail works, and the
 * address is free. `erase-account.ts` does the rest.
 */
export const createAccountDeletion =
  ({
    db,
    ids,
    clock,
    queue,
    letters,
  }: {
    readonly db: Db
    readonly ids: Ids
    readonly clock: Clock
    readonly queue: Pick<Queue, 'enqueueAccountJob' | 'accountJobsAdded'>
    readonly letters: Pick<Letters, 'write'>
  }) =>
  /**
   * Holds by a lock on the account.
   *
   * @returns What is erased, and when it began.
   * @throws ServiceError `not_found` (404) when the account is being deleted already.
   */
  async (accountId: string): Promise<{ erased: OwnedCounts; deletedAt: string }> => {
    const erased = await accountErasureRepository(db).counts(accountId)
    const deletedAt = clock.now().toISOString()
    await inTransaction(db, async (tx) => {
      const owner = await accountErasureRepository(tx).lockOwner(accountId)
      if (!owner) throw notFound('account')
      const { email, isVerified, locale } = owner
      await accountErasureRepository(tx).anonymize(accountId)
      for (const table of ['sessions', 'api_keys', 'email_tokens', 'sign_in_codes', 'identities'] as const) {
        await ownedRowsRepository(tx).removeAll(table, accountId)
      }
      const job = { id: ids.next('del'), account_id: accountId, kind: 'deletion', email } as const
      await accountJobRepository(tx).insert(job, deletedAt)
      // An address that was never verified may be that of a person who knows nothing of the account.
      const to = { to: email, locale, accountId: null }
      if (isVerified) {
        // Letters that its forms caused are removed with those of the account, also from the outbox.
        await letterRepository(tx).giveToAccount(await eraseAddress(tx, email), accountId)
        await letters.write(tx, to, { kind: 'account-deleted', values: {} })
      }
      await queue.enqueueAccountJob(tx)
    })
    queue.accountJobsAdded()
    return { erased, deletedAt }
  }
