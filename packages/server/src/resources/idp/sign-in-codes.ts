import { accountRepository } from '../../accounts/account-repository.ts'
import { secretHash } from '../../accounts/identity/secret-hash.ts'
import { signInCodeRepository } from '../../accounts/identity/sign-in-code-repository.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { Account } from '../../base/account-plan.ts'
import { MINUTE_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { ServiceError } from '../../base/service-error.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'

export type SignInCodes = ReturnType<typeof createSignInCodes>

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly sessions: Sessions
}

interface IssuedCode {
  readonly accountId: string
  readonly native: boolean
  readonly holder: string | null
  readonly next: string
}

/** A code is on its way for a second or two. */
const LIFETIME_MS = MINUTE_MS

/** One-time codes with which a completed sign-in opens its session, so that no address ever contains a token. */
export function createSignInCodes({ db, ids, clock, sessions }: Dependencies) {
  return {
    /**
     * @param code.native Whether the code is for the app. Its prefix is another one, so that the callback page refuses it:
     *   otherwise a link with somebody's code of an app would sign the reader in as that person.
     * @param code.holder The hash of the secret that has to come with the code; null when the code alone is enough.
     */
    async issue(tx: Db, code: IssuedCode): Promise<string> {
      const secret = `${code.native ? 'idn' : 'idc'}_${ids.secret()}`
      await signInCodeRepository(tx).insert({
        hash: secretHash(secret),
        account_id: code.accountId,
        holder_hash: code.holder,
        next: code.next,
        expires_at: new Date(clock.now().getTime() + LIFETIME_MS).toISOString(),
      })
      return secret
    },

    /**
     * Opens the session of a code. The code is used up by the first try, also by one with the wrong secret.
     *
     * @param secrets Those that came with the code, one of which has to be its own.
     * @throws ServiceError `token_invalid` (400).
     */
    async exchange(
      code: string,
      secrets: readonly string[],
      userAgent: string | undefined,
    ): Promise<{ account: Account; token: string; expiresAt: string; next: string }> {
      const opened = await inTransaction(db, async (tx) => {
        const accountId = await signInCodeRepository(tx).accountOf(secretHash(code))
        if (accountId === undefined) return undefined
        // A reset of the password either removed the code before, or ends the session afterwards.
        await lock(tx, 'accounts', accountId)
        const kept = await signInCodeRepository(tx).take(secretHash(code))
        const account = await accountRepository(tx).byId(accountId)
        if (!kept || !account || kept.expires_at <= clock.now().toISOString()) return undefined
        if (kept.holder_hash !== null && !secrets.some((secret) => secretHash(secret) === kept.holder_hash))
          return undefined
        return { account, next: kept.next, ...(await sessions.start(accountId, tx, userAgent)) }
      })
      if (!opened) throw invalidCode()
      return opened
    },

    /** Removes codes that nobody exchanged. */
    expire: (): Promise<void> => signInCodeRepository(db).removeExpired(clock.now().toISOString()),
  }
}

const invalidCode = () =>
  new ServiceError('token_invalid', 'This code was used before, has expired, or belongs elsewhere. Sign in again.')
