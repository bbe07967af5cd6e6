import { accountRepository } from '../../accounts/account-repository.ts'
import type { Passwords } from '../../accounts/passwords/password-hashing.ts'
import { refuseWeakPassword } from '../../accounts/passwords/password-strength.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { singleLine } from '../../base/text/single-line.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { Letters } from '../../mail/letters.ts'
import type { Verification } from './address-verification.ts'

export interface SignUpRequest {
  /** In the form in which it is stored. */
  readonly email: string
  readonly password: string
  readonly name: string | undefined
  readonly businessName: string | undefined
  readonly marketingConsent: boolean
  /** A BCP 47 tag. */
  readonly locale: string | undefined
}

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly passwords: Passwords
  readonly verification: Verification
  readonly letters: Letters
  readonly publicUrl: () => string
}

/**
 * Sign-up. The reply and its time are the same whether or not the address has an account; only the owner of the mailbox
 * finds out. A second sign-up changes nothing: until the address is verified the account belongs to the person who signed up
 * first, and a password reset gives it to the person who reads the mail.
 */
export const createSignUp =
  ({ db, ids, clock, passwords, verification, letters, publicUrl }: Dependencies) =>
  /** @throws ServiceError `password_weak` (400), `overloaded` (503); InvalidRequest (422) for a name with line breaks. */
  async (request: SignUpRequest): Promise<void> => {
    const name = nameOf('name', request.name)
    const businessName = nameOf('business_name', request.businessName)
    await refuseWeakPassword(request.password, [request.email, request.name, request.businessName])
    const passwordHash = await passwords.hash(request.password)

    const { email, marketingConsent, locale } = request
    await inTransaction(db, async (tx) => {
      const at = clock.now().toISOString()
      const { account, created } = await accountRepository(tx).register({
        id: ids.next('acc'),
        email,
        passwordHash,
        name,
        businessName,
        marketingConsent,
        locale,
        at,
      })
      if (created) return void (await verification.sendLink(tx, account.id, { defers: true }))
      // In the language of the owner of the mailbox, not in that of the form.
      const owner = await accountRepository(tx).correspondent(account.id)
      const known = { kind: 'known-address', values: { serviceUrl: `${publicUrl()}/dashboard` } } as const
      await letters.write(tx, { to: email, locale: owner.locale, accountId: account.id }, known)
    })
  }

/** A name in the form in which it is stored; null when there is none. */
const nameOf = (field: string, text: string | undefined): string | null => singleLine(field, text ?? '') || null
