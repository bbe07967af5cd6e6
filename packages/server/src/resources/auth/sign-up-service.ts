import { accountRepository } from '../../accounts/account-repository.ts'
import type { EmailTokens } from '../../accounts/email-tokens.ts'
import type { Passwords } from '../../accounts/password-hashing.ts'
import { refuseWeakPassword } from '../../accounts/password-strength.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { lineOf } from '../../base/single-line.ts'
import type { Db } from '../../database/open-database.ts'
import type { Post } from '../../mail/background-mail.ts'
import { knownAddressLetter } from '../../mail/mail-templates.ts'
import type { Verification } from './address-verification.ts'
import type { Mailings } from './auth-mail.ts'

export interface SignUpWish {
  /** In the form in which it is kept. */
  readonly email: string
  readonly password: string
  readonly name: string | undefined
  readonly businessName: string | undefined
  readonly marketingConsent: boolean
}

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly passwords: Passwords
  readonly tokens: EmailTokens
  readonly verification: Verification
  readonly mailings: Mailings
  readonly post: Post
  readonly publicUrl: () => string
}

/**
 * Signing up. Whether the address is known changes neither the answer nor the work before it; only the owner of the
 * mailbox learns it. An account is the first comer's until somebody proves the address, so that a second sign-up
 * changes nothing; a password reset gives it to whoever reads the mail.
 */
export const createSignUp =
  ({ db, ids, clock, passwords, tokens, verification, mailings, post, publicUrl }: Dependencies) =>
  /** @throws ServiceError `password_weak` (400), `overloaded` (503); InvalidRequest (422) for a name with line breaks. */
  async (wish: SignUpWish): Promise<void> => {
    const name = nameOf('name', wish.name)
    const businessName = nameOf('business_name', wish.businessName)
    await refuseWeakPassword(wish.password, [wish.email, wish.name, wish.businessName])
    const passwordHash = await passwords.hash(wish.password)

    const { email, marketingConsent } = wish
    const { account, token } = await db.transaction().execute(async (tx) => {
      const at = clock.now().toISOString()
      const { account, created } = await accountRepository(tx).register({
        ...{ id: ids.next('acc'), email, passwordHash, name, businessName, marketingConsent, at },
      })
      return {
        account,
        token: created ? await tokens.issue(tx, { accountId: account.id, purpose: 'verify' }) : undefined,
      }
    })

    if (token === undefined) {
      post.send(async () =>
        (await mailings.isDue(account.id, 'known-address')) ? knownAddressLetter(email, publicUrl()) : undefined,
      )
    } else verification.mail(email, token)
  }

/** A name as it is kept: null for none. */
const nameOf = (field: string, text: string | undefined): string | null => lineOf(field, text ?? '') || null
