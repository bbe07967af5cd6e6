import { createHash } from 'node:crypto'
import { HOUR_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { CUSTOMER_SCOPES } from '../../base/scopes.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { Scope } from '../../contract/index.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { accountRepository } from '../account-repository.ts'
import type { Passwords } from '../passwords/password-hashing.ts'
import { refuseWeakPassword } from '../passwords/password-strength.ts'
import { setupLinkRepository } from './setup-link-repository.ts'

const LIFETIME_MS = HOUR_MS

/**
 * Links for the first administrator. Whoever reads the log of the server may use one, for an hour. As soon as there is an
 * administrator, none works.
 */
export function createSetupLinks(deps: {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly passwords: Passwords
  readonly keys: {
    create(
      accountId: string,
      request: { name: string; scopes: readonly Scope[]; expiresAt: string | null },
      by: ReadonlySet<Scope>,
    ): Promise<{ secret: string }>
  }
}) {
  const { db, ids, clock, passwords, keys } = deps
  const now = () => clock.now().toISOString()

  const requireValid = async (tx: Db, token: string): Promise<void> => {
    const isValid = await setupLinkRepository(tx).isValid(hashOf(token), now())
    if (!isValid || (await accountRepository(tx).hasAdmin())) throw refused()
  }

  return {
    /** A token for a new link; undefined when there is an administrator. Earlier links of other processes stay valid. */
    async issueSetupToken(): Promise<string | undefined> {
      await setupLinkRepository(db).removeExpired(now())
      if (await accountRepository(db).hasAdmin()) return undefined
      const token = ids.secret()
      const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS).toISOString()
      await setupLinkRepository(db).insert({ hash: hashOf(token), created_at: now(), expires_at: expiresAt })
      return token
    },

    /** @throws ServiceError `token_invalid` (400) */
    checkSetupToken: (token: string): Promise<void> => requireValid(db, token),

    /**
     * Creates the first administrator with a password and a verified address, and ends every link. Holds by a lock on the
     * name, so that two people who open links at once do not both become administrators.
     *
     * @returns the secret of a first key, which is not stored. It may do what a customer may.
     * @throws ServiceError `token_invalid`, `password_weak`, `bad_request` (400) for an address that has an account,
     * `overloaded` (503). The link stays valid then.
     */
    async setUp({ token, email, password }: { token: string; email: string; password: string }): Promise<string> {
      await requireValid(db, token)
      await refuseWeakPassword(password, [email])
      const passwordHash = await passwords.hash(password)
      const accountId = await inTransaction(db, async (tx) => {
        await lock(tx, 'first administrator')
        await requireValid(tx, token)
        const wanted = { id: ids.next('acc'), email, plan: 'Free', at: now() } as const
        const { account, created } = await accountRepository(tx).ensureVerified(wanted)
        if (!created) throw known(email)
        await accountRepository(tx).setPassword(account.id, passwordHash)
        await accountRepository(tx).setRole(account.id, 'admin')
        await setupLinkRepository(tx).removeAll()
        return account.id
      })
      const first = { name: 'First key', scopes: CUSTOMER_SCOPES, expiresAt: null }
      return (await keys.create(accountId, first, new Set(CUSTOMER_SCOPES))).secret
    },
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const refused = () =>
  new ServiceError(
    'token_invalid',
    'This link does not work. It works once, for an hour, and only while there is no administrator. Restart the server for a new one, or use platelight-server admin create.',
  )

/** Whoever has the link administers the server, so this reveals nothing to a stranger. */
const known = (email: string) =>
  new ServiceError(
    'bad_request',
    `${email} has an account. Make it an administrator with platelight-server admin create --email ${email}, or use another address.`,
  )
