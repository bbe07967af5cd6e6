import { accountRepository } from '../../accounts/account-repository.ts'
import type { Passwords } from '../../accounts/passwords/password-hashing.ts'
import { refuseWeakPassword } from '../../accounts/passwords/password-strength.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { SignInThrottle, Subject } from '../../accounts/sign-in-throttle.ts'
import type { Account } from '../../base/account-plan.ts'
import { ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { Letters } from '../../mail/letters.ts'
import { accountSubject } from './sign-in-service.ts'

interface Dependencies {
  readonly db: Db
  readonly throttle: SignInThrottle
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly letters: Letters
}

/** A new password for a signed-in person who knows the one until now. A credential alone is not enough: it may be stolen. */
export const createPasswordChange =
  ({ db, throttle, passwords, sessions, letters }: Dependencies) =>
  /**
   * Ends every session and tells the owner. Keys stay.
   *
   * @param caller The network address, for which wrong passwords are counted as well.
   * @throws ServiceError `password_wrong`, `password_weak`, `bad_request` (400) for an account without a password;
   * `rate_limited` (429) after failures in a row; `overloaded` (503).
   */
  async (account: Account, { current, next }: { current: string; next: string }, caller: string): Promise<void> => {
    const subjects: readonly [Subject, Subject] = [accountSubject(account.email), { kind: 'caller', name: caller }]
    const [subject] = subjects

    await throttle.serialize(subject, async () => {
      await throttle.check(subjects)
      const stored = (await accountRepository(db).credentialsOf(account.email))?.passwordHash ?? null
      if (stored === null) throw noPassword()
      if (!(await passwords.verify(stored, current))) {
        await throttle.failed(subjects)
        throw wrong()
      }
      const { name, businessName } = await accountRepository(db).profile(account.id)
      await refuseWeakPassword(next, [account.email, name, businessName])
      const passwordHash = await passwords.hash(next)

      await inTransaction(db, async (tx) => {
        // Holds by the lock on the account: a reset in the meantime has set another password, which stays.
        if (!(await accountRepository(tx).lockIfPasswordIs(account.id, stored))) throw wrong()
        await accountRepository(tx).setPassword(account.id, passwordHash)
        await sessions.revokeAll(tx, account.id)
        await throttle.clear(tx, subject)
        await letters.notify(tx, account.id, { kind: 'password-changed', values: {} })
      })
    })
  }

const wrong = () =>
  new ServiceError('password_wrong', 'The current password is wrong. If it is forgotten, request a new one by e-mail.')

const noPassword = () =>
  new ServiceError(
    'bad_request',
    'This account has no password yet. Request the first one by e-mail, with POST /api/auth/forgot-password.',
  )
