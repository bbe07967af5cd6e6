import { accountRepository } from '../../accounts/account-repository.ts'
import type { Passwords } from '../../accounts/password-hashing.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { SignInThrottle, Subject } from '../../accounts/sign-in-throttle.ts'
import type { Account } from '../../base/account-plan.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Db } from '../../database/open-database.ts'

interface Dependencies {
  readonly db: Db
  readonly throttle: SignInThrottle
  readonly passwords: Passwords
  readonly sessions: Sessions
}

/** Signing in and out. An unknown address, one without a password and a wrong password are the same thing. */
export const createSignIn = ({ db, throttle, passwords, sessions }: Dependencies) => ({
  /**
   * @param email In the form in which it is kept.
   * @param caller Whom failures count against, beside the account.
   * @throws ServiceError `unauthorized` (401); `rate_limited` (429) after failures in a row; `overloaded` (503).
   */
  login({ email, password }: { email: string; password: string }, caller: string) {
    const subjects: readonly [Subject, Subject] = [accountSubject(email), { kind: 'caller', name: caller }]
    const [subject] = subjects

    return throttle.serialize(subject, async (): Promise<{ account: Account; token: string; expiresAt: string }> => {
      await throttle.check(subjects)
      const found = await accountRepository(db).credentialsOf(email)
      const right = await passwords.verify(found?.passwordHash, password)
      if (!found || !right) {
        await throttle.failed(subjects)
        throw wrong()
      }
      const { account, passwordHash } = found
      const session = await db.transaction().execute(async (tx) => {
        // A reset that came in between ended every session: none begins with the password before it.
        const current = await accountRepository(tx).lockIfPasswordIs(account.id, passwordHash ?? '')
        return current ? sessions.start(account.id, tx) : undefined
      })
      if (!session) throw wrong()
      await throttle.clear(db, subject)
      return { account, ...session }
    })
  },

  /** Ends the session of an Authorization header. Anything else in it, an API key too, is left as it is. */
  async logout(authorization: string | undefined): Promise<void> {
    const token = /^Bearer +(\S{1,4096}) *$/i.exec(authorization ?? '')?.[1]
    const session = token === undefined ? undefined : await sessions.authenticate(token)
    if (session) await sessions.revoke(session.sessionId)
  },
})

const wrong = () => new ServiceError('unauthorized', 'The e-mail address or the password is wrong.')

/** Counted by address whether or not there is such an account: that an unknown one is slowed too tells nothing. */
export const accountSubject = (email: string): Subject => ({ kind: 'account', name: email })
