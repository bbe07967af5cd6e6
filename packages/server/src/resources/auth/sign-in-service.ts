import { accountRepository } from '../../accounts/account-repository.ts'
import type { Passwords } from '../../accounts/passwords/password-hashing.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { SignInThrottle, Subject } from '../../accounts/sign-in-throttle.ts'
import type { Account } from '../../base/account-plan.ts'
import { accountDisabled, ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'

interface Dependencies {
  readonly db: Db
  readonly throttle: SignInThrottle
  readonly passwords: Passwords
  readonly sessions: Sessions
}

/** Sign-in and sign-out. An unknown address, an account without a password and a wrong password get the same reply. */
export const createSignIn = ({ db, throttle, passwords, sessions }: Dependencies) => ({
  /**
   * @param email In the form in which it is stored.
   * @param caller `address`: the network address, for which failures are counted as well. `userAgent`: the program.
   * @throws ServiceError `unauthorized` (401); `account_disabled` (403) with the right password; `rate_limited` (429)
   * after failures in a row; `overloaded` (503).
   */
  login(
    { email, password }: { email: string; password: string },
    caller: { address: string; userAgent: string | undefined },
  ) {
    const subjects: readonly [Subject, Subject] = [accountSubject(email), { kind: 'caller', name: caller.address }]
    const [subject] = subjects

    return throttle.serialize(subject, async (): Promise<{ account: Account; token: string; expiresAt: string }> => {
      await throttle.check(subjects)
      const found = await accountRepository(db).credentialsOf(email)
      const right = await passwords.verify(found?.passwordHash, password)
      if (!found || !right) {
        await throttle.failed(subjects)
        throw wrongCredentials()
      }
      const { account, passwordHash } = found
      // Only a person who knows the password learns this. Should it change now, each request with the session is refused.
      if (account.disabled) throw accountDisabled()
      const session = await inTransaction(db, async (tx) => {
        // A reset in the meantime ended every session, so none may start with the old password. Holds by the lock on the
        // account.
        const current = await accountRepository(tx).lockIfPasswordIs(account.id, passwordHash ?? '')
        return current ? sessions.start(account.id, tx, caller.userAgent) : undefined
      })
      if (!session) throw wrongCredentials()
      await throttle.clear(db, subject)
      return { account, ...session }
    })
  },

  /** Ends the session of an Authorization header. Any other credential, such as an API key, is left as it is. */
  async logout(authorization: string | undefined): Promise<void> {
    const token = bearerToken(authorization)
    const session = token === undefined ? undefined : await sessions.authenticate(token)
    if (session) await sessions.revoke(session.sessionId)
  },
})

const wrongCredentials = () => new ServiceError('unauthorized', 'The e-mail address or the password is wrong.')

/** Failures are counted for unknown addresses too, so that the wait does not reveal whether an account exists. */
export const accountSubject = (email: string): Subject => ({ kind: 'account', name: email })

/** The credential of an Authorization header, unchecked. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S{1,4096}) *$/i.exec(authorization ?? '')?.[1]
