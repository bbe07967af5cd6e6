import { accountRepository } from '../../accounts/account-repository.ts'
import type { Account } from '../../base/account-plan.ts'
import type { Clock } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { endSubscription } from '../../leads/subscriptions.ts'
import { mailAddressRepository } from '../../mail/store/mail-address-repository.ts'
import { asksForMarketing, type Preferences, preferenceRepository } from '../../mail/store/preference-repository.ts'
import { subscriberRepository } from '../../mail/store/subscriber-repository.ts'
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

  /**
   * What is sent to the owner of an account. Lists that were confirmed in a form of the website count too, but only a verified
   * account may see them: otherwise a stranger could find out what the reader of an address agreed to.
   */
  const preferences = async ({ id, email }: Account): Promise<ShownPreferences> => {
    const { preferences: chosen, updatedAt } = await preferenceRepository(db).find(id)
    const isVerified = (await accountRepository(db).verifiedAt(id)) !== null
    const subscriber = isVerified ? await subscriberRepository(db).find(email) : undefined
    const { newsletter = false, offers = false } = subscriber ?? {}
    return {
      email,
      preferences: { ...chosen, newsletter: chosen.newsletter || newsletter, offers: chosen.offers || offers },
      updatedAt,
      unsubscribedAt: await mailAddressRepository(db).unsubscribedAt(email),
    }
  }

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
        await endSubscription(tx, address, ['newsletter', 'offers'], clock)
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
        if ((await accountRepository(tx).verifiedAt(account.id)) === null) return
        if (asksForMarketing(changes)) await mailAddressRepository(tx).resubscribe(account.email)
        const ended = (['newsletter', 'offers'] as const).filter((list) => changes[list] === false)
        if (ended.length > 0) await endSubscription(tx, account.email, ended, clock)
      })
      return preferences(account)
    },
  }
}
