import { accountRepository } from '../../accounts/account-repository.ts'
import type { Account } from '../../base/account-plan.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { mailAddressRepository } from '../../mail/store/mail-address-repository.ts'
import { asksForMarketing, type Preferences, preferenceRepository } from '../../mail/store/preference-repository.ts'
import type { UnsubscribeTokens } from '../../mail/unsubscribe-tokens.ts'

/** The preferences of an account with what its owner should know about them. */
export interface ShownPreferences {
  readonly email: string
  readonly preferences: Preferences
  readonly unsubscribedAt: string | null
  readonly updatedAt: string | null
}

/** Which e-mails people receive: the preferences of accounts, and the links that end marketing. */
export function createEmailService({ db, clock, tokens }: { db: Db; clock: Clock; tokens: UnsubscribeTokens }) {
  const addressOf = (token: string): string => {
    const address = tokens.read(token)
    if (address !== undefined) return address
    const message = 'This link is incomplete or was not made by this service. Use the link of a newer e-mail.'
    throw new ServiceError('token_invalid', message)
  }

  const preferences = async ({ id, email }: Account): Promise<ShownPreferences> => ({
    email,
    ...(await preferenceRepository(db).find(id)),
    unsubscribedAt: await mailAddressRepository(db).unsubscribedAt(email),
  })

  return {
    /** @throws ServiceError `token_invalid` (400) */
    check: (token: string): void => void addressOf(token),

    /**
     * Ends marketing to the address of a link, whether or not it has an account. A repeat changes nothing.
     *
     * @returns The address.
     * @throws ServiceError `token_invalid` (400)
     */
    async unsubscribe(token: string): Promise<string> {
      const address = addressOf(token)
      const at = clock.now().toISOString()
      await inTransaction(db, async (tx) => {
        const account = await accountRepository(tx).byEmail(address)
        if (account) {
          await lock(tx, 'accounts', account.id)
          await preferenceRepository(tx).endMarketing(account.id, at)
        }
        await mailAddressRepository(tx).unsubscribe(address, at)
      })
      return address
    },

    preferences,

    /**
     * Changes preferences. Asking for marketing ends an unsubscription, if the address is verified: before that, a stranger
     * may have signed up with it.
     */
    async update(account: Account, changes: Partial<Preferences>): Promise<ShownPreferences> {
      await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', account.id)
        await preferenceRepository(tx).change(account.id, changes, clock.now().toISOString())
        const isAgreed = asksForMarketing(changes) && (await accountRepository(tx).verifiedAt(account.id)) !== null
        if (isAgreed) await mailAddressRepository(tx).resubscribe(account.email)
      })
      return preferences(account)
    },
  }
}
