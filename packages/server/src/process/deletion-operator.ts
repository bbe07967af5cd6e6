import { createAccountDeletion } from '../account-data/deletion/account-deletion.ts'
import { accountRepository } from '../accounts/account-repository.ts'
import { deriveKey } from '../base/secrets/derive-key.ts'
import { createSecretCipher } from '../base/secrets/secret-cipher.ts'
import { notFound } from '../base/service-error.ts'
import { createLetterContents } from '../mail/letter-contents.ts'
import { createLetters } from '../mail/letters.ts'
import { inProcessQueue } from '../queue/in-process-queue.ts'
import type { Core } from './open-core.ts'

/** Deletes accounts without their owner's credential: after a letter that asks for it, or again after a backup was restored. */
export const createDeletionOperator = ({ database, ids, clock, secrets }: Core) => {
  const { db } = database
  // Nobody listens in this process. A server looks for such work every minute, and when it starts.
  const queue = inProcessQueue({ isSettled: async () => true })
  const contents = createLetterContents(createSecretCipher(deriveKey(secrets.links, 'letters')))
  const deleteAccount = createAccountDeletion({
    db,
    ids,
    clock,
    queue,
    letters: createLetters({ ids, clock, contents, queue }),
  })

  return {
    /**
     * Closes an account at once, as its owner would by DELETE /api/account. A server erases what belongs to it.
     *
     * @throws ServiceError `not_found` when no account has the address or the id.
     */
    async deleteAccount(which: { readonly email: string } | { readonly id: string }) {
      const accounts = accountRepository(db)
      const account = 'id' in which ? await accounts.byId(which.id) : await accounts.byEmail(which.email)
      if (!account) throw notFound(`account ${'id' in which ? which.id : which.email}`)
      const { erased, deletedAt } = await deleteAccount(account.id)
      const { webhookEndpoints: webhook_endpoints, ...counts } = erased
      return { id: account.id, email: account.email, erased: { ...counts, webhook_endpoints }, deleted_at: deletedAt }
    },
  }
}
