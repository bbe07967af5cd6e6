import { accountRepository } from '../../accounts/account-repository.ts'
import { type EmailTokens, invalidToken } from '../../accounts/email-tokens.ts'
import type { Passwords } from '../../accounts/passwords/password-hashing.ts'
import { refuseWeakPassword } from '../../accounts/passwords/password-strength.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { SignInThrottle } from '../../accounts/sign-in-throttle.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { Letters } from '../../mail/letters.ts'
import type { PrepareLetter } from '../../mail/sending/letter-attempt.ts'
import type { Verification } from './address-verification.ts'
import type { RevokeAccess } from './revoke-access.ts'
import { accountSubject } from './sign-in-service.ts'

interface Dependencies {
  readonly db: Db
  readonly throttle: SignInThrottle
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly verification: Verification
  readonly letters: Letters
  readonly revokeAccess: RevokeAccess
  /** Starts the removal of files that no row names any more. */
  readonly garbageAdded: () => void
  /** Where a new password is chosen: the page of the operator, or that of this server. */
  readonly page: () => string
}

/** The state of the link of an e-mail for a new password. */
export type ResetLinkState =
  | { readonly state: 'open'; readonly email: string }
  | { readonly state: 'unknown' | 'expired' | 'used' }

/** A new password for the person who reads the mailbox. */
export const createPasswordReset = (dependencies: Dependencies) => {
  const { db, throttle, passwords, sessions, tokens, verification, letters, page } = dependencies
  const { revokeAccess, garbageAdded } = dependencies

  return {
    /**
     * Requests a letter with a token. Whether the address has an account is found out when the letter is sent, so this takes
     * the same time for every address.
     *
     * @param locale The language of the form, as a BCP 47 tag. Without it, the letter is in that of the account.
     */
    forgot: (email: string, locale: string | undefined): Promise<void> =>
      inTransaction(db, (tx) => letters.request(tx, { to: email, locale }, 'password-reset')),

    /** Issues the token of a requested letter, if its address has an account. */
    prepareReset: (async (tx, to) => {
      const account = await accountRepository(tx).byEmail(to)
      if (!account) return undefined
      await lock(tx, 'accounts', account.id)
      const token = await tokens.issue(tx, { accountId: account.id, purpose: 'reset' })
      const { locale } = await accountRepository(tx).correspondent(account.id)
      return { accountId: account.id, locale, content: { kind: 'password-reset', values: { token, page: page() } } }
    }) satisfies PrepareLetter,

    /** What a link would do. It does not use the link. */
    async previewReset(token: string): Promise<ResetLinkState> {
      const found = await tokens.state(db, 'reset', token)
      if (found.state !== 'good') return { state: found.state }
      const account = await accountRepository(db).byId(found.accountId)
      return account ? { state: 'open', email: account.email } : { state: 'unknown' }
    },

    /**
     * Sets a password and ends every session. Whoever has the token reads the mail, so this also verifies the address.
     * Everything from before the address was verified may belong to a stranger and is revoked. Newer keys and endpoints
     * stay.
     *
     * @throws ServiceError `token_invalid`, `password_weak` (400; the token can still be used), `overloaded` (503).
     */
    async reset({ token, password }: { token: string; password: string }): Promise<void> {
      const { accountId, used } = await tokens.read(db, 'reset', token)
      const account = await accountRepository(db).byId(accountId)
      if (!account || used) throw invalidToken('was used before')
      const { name, businessName } = await accountRepository(db).profile(accountId)
      await refuseWeakPassword(password, [account.email, name, businessName])
      const passwordHash = await passwords.hash(password)

      await inTransaction(db, async (tx) => {
        // A sign-in with the old password has ended by now or does not start.
        await lock(tx, 'accounts', accountId)
        if (!(await tokens.use(tx, 'reset', token, 'email'))) throw invalidToken('was used before')
        const kind = (await accountRepository(tx).hasPassword(accountId)) ? 'password-changed' : 'password-added'
        await accountRepository(tx).setPassword(accountId, passwordHash)
        const verifiedAt = await accountRepository(tx).verifiedAt(accountId)
        if (verifiedAt !== null) await revokeAccess(tx, accountId, { before: verifiedAt })
        await sessions.revokeAll(tx, accountId)
        await verification.markProven(tx, accountId, 'password-reset')
        await throttle.clear(tx, accountSubject(account.email))
        // After the address is verified, because a token of a reset is proof of it.
        await letters.notify(tx, accountId, { kind, values: {} })
      })
      garbageAdded()
    },
  }
}
