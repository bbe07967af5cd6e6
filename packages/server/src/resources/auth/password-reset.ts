import type { Attempts } from '../../accounts/attempts.ts'
import { type EmailTokens, invalidToken } from '../../accounts/email-tokens.ts'
import { refuseWeakPassword } from '../../accounts/password-strength.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import { accountRepository } from '../../accounts/repository.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import type { Db } from '../../database/open.ts'
import { passwordChangedLetter, resetLetter } from '../../mail/letters.ts'
import type { Post } from '../../mail/post.ts'
import type { Mailings } from './mailings.ts'
import { accountSubject } from './sign-in.ts'
import type { Verification } from './verification.ts'

interface Dependencies {
  readonly db: Db
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly tokens: EmailTokens
  readonly verification: Verification
  readonly mailings: Mailings
  readonly post: Post
  /** Ends every API key of an account. */
  readonly revokeKeys: (tx: Db, accountId: string) => Promise<void>
  /** The operator's page for a new password. */
  readonly page: string | undefined
}

/** A new password for whoever reads the mailbox. */
export const createPasswordReset = (dependencies: Dependencies) => {
  const { db, attempts, passwords, sessions, tokens, verification, mailings, post, revokeKeys, page } = dependencies

  return {
    /** Mails a token, if the address has an account. All of it happens after the answer. */
    forgot(email: string): void {
      post.send(async () => {
        const account = await accountRepository(db).byEmail(email)
        if (!account || !(await mailings.isDue(account.id, 'password-reset'))) return undefined
        const token = await db
          .transaction()
          .execute((tx) => tokens.issue(tx, { accountId: account.id, purpose: 'reset' }))
        return resetLetter(account.email, { token, page })
      })
    },

    /**
     * Sets a password and ends every session. Who has the token reads the mail, so it proves the address too; until
     * then the account may have been anybody's, and keys made by them end as well.
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
        const current = await accountRepository(tx).byId(accountId)
        if (current && !current.emailVerified) await revokeKeys(tx, accountId)
        await accountRepository(tx).setPassword(accountId, passwordHash)
        await sessions.revokeAll(tx, accountId)
        await verification.prove(tx, accountId)
        await attempts.clear(tx, accountSubject(account.email))
      })
      post.send(async () => passwordChangedLetter(account.email))
    },
  }
}
