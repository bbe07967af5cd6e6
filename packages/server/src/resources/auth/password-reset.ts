import { accountRepository } from '../../accounts/account-repository.ts'
import { type EmailTokens, invalidToken } from '../../accounts/email-tokens.ts'
import type { MailThrottle } from '../../accounts/mail-throttle.ts'
import type { Passwords } from '../../accounts/password-hashing.ts'
import { refuseWeakPassword } from '../../accounts/password-strength.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { SignInThrottle } from '../../accounts/sign-in-throttle.ts'
import type { Db } from '../../database/open-database.ts'
import type { BackgroundMail } from '../../mail/background-mail.ts'
import { passwordChangedEmail, passwordResetEmail } from '../../mail/mail-templates.ts'
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
  readonly mailThrottle: MailThrottle
  readonly backgroundMail: BackgroundMail
  readonly revokeAccess: RevokeAccess
  /** Has files removed that nothing names any more. */
  readonly swept: () => void
  /** The operator's page for a new password. */
  readonly page: string | undefined
}

/** A new password for whoever reads the mailbox. */
export const createPasswordReset = (dependencies: Dependencies) => {
  const { db, throttle, passwords, sessions, tokens, verification, mailThrottle, backgroundMail, page } = dependencies
  const { revokeAccess, swept } = dependencies

  return {
    /** Mails a token, if the address has an account. All of it happens after the answer. */
    forgot(email: string): void {
      backgroundMail.send(async () => {
        const account = await accountRepository(db).byEmail(email)
        if (!account || !(await mailThrottle.allow(account.id, 'password-reset'))) return undefined
        const token = await db
          .transaction()
          .execute((tx) => tokens.issue(tx, { accountId: account.id, purpose: 'reset' }))
        return passwordResetEmail(account.email, { token, page })
      })
    },

    /**
     * Sets a password and ends every session. Who has the token reads the mail, so it proves the address too; until
     * then the account may have been anybody's, and whatever they made in it ends as well. Of an address that was proven
     * before, keys and endpoints made since go on.
     *
     * @throws ServiceError `token_invalid`, `password_weak` (400; the token stays good), `overloaded` (503).
     */
    async reset({ token, password }: { token: string; password: string }): Promise<void> {
      const { accountId, used } = await tokens.read(db, 'reset', token)
      const account = await accountRepository(db).byId(accountId)
      if (!account || used) throw invalidToken('was used before')
      await refuseWeakPassword(password, [account.email])
      const passwordHash = await passwords.hash(password)

      await db.transaction().execute(async (tx) => {
        if (!(await tokens.use(tx, 'reset', token, 'email'))) throw invalidToken('was used before')
        // First, because it locks the account: a sign-in with the password before ends here, or does not begin.
        await accountRepository(tx).setPassword(accountId, passwordHash)
        const verifiedAt = await accountRepository(tx).verifiedAt(accountId)
        if (verifiedAt !== null) await revokeAccess(tx, accountId, verifiedAt)
        await sessions.revokeAll(tx, accountId)
        await verification.prove(tx, accountId)
        await throttle.clear(tx, accountSubject(account.email))
      })
      swept()
      backgroundMail.send(async () => passwordChangedEmail(account.email))
    },
  }
}
