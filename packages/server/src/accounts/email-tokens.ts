import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { emailTokenRepository, type TokenPurpose } from './email-token-repository.ts'

export type EmailTokens = ReturnType<typeof createEmailTokens>

/** A token that was replaced by a newer one is `unknown`. */
export type TokenState =
  | { readonly state: 'unknown' }
  | { readonly state: 'good' | 'used' | 'expired'; readonly accountId: string }

const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = { verify: DAY_MS, reset: HOUR_MS }
/** An expired token is kept this long, so that the reply can say "has expired" instead of "is not known". */
const REMEMBERED_MS = 30 * DAY_MS

/** Tokens of e-mailed links. Each works once and for a limited time. */
export const createEmailTokens = ({ ids, clock }: { ids: Ids; clock: Clock }) => {
  /** The state of a token. It does not use the token. */
  const state = async (db: Db, purpose: TokenPurpose, token: string): Promise<TokenState> => {
    const row = await emailTokenRepository(db).find(hashOf(token), purpose)
    if (!row) return { state: 'unknown' }
    const { account_id: accountId, used_at: usedAt, expires_at: expiresAt } = row
    if (usedAt !== null) return { state: 'used', accountId }
    return { state: expiresAt <= clock.now().toISOString() ? 'expired' : 'good', accountId }
  }

  return {
    /** Creates a token and replaces an unused one of the same account and purpose, which stops working. */
    async issue(tx: Db, { accountId, purpose }: { accountId: string; purpose: TokenPurpose }): Promise<string> {
      const token = ids.secret()
      const now = clock.now().getTime()
      await emailTokenRepository(tx).replaceUnused({
        hash: hashOf(token),
        account_id: accountId,
        purpose,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + LIFETIME_MS[purpose]).toISOString(),
        used_at: null,
        source: null,
      })
      return token
    },

    state,

    /**
     * Returns the account of a token, and whether the token was used before.
     *
     * @throws ServiceError `token_invalid` (400) when the token is unknown, was replaced by a newer one, or has expired.
     */
    async read(db: Db, purpose: TokenPurpose, token: string): Promise<{ accountId: string; used: boolean }> {
      const found = await state(db, purpose, token)
      if (found.state === 'unknown') throw invalidToken('is not known; a newer one may have replaced it')
      if (found.state === 'expired') throw invalidToken('has expired')
      return { accountId: found.accountId, used: found.state === 'used' }
    },

    /**
     * Marks a token as used.
     *
     * @param source Where the link was sent from. It is stored with the token.
     * @returns Whether this call used it. If several calls come at the same moment, only one does.
     */
    use: (db: Db, purpose: TokenPurpose, token: string, source: string): Promise<boolean> =>
      emailTokenRepository(db).use(hashOf(token), purpose, { at: clock.now().toISOString(), source }),

    /**
     * Removes tokens that expired long ago. Used verification links are kept, because their owner may open them at any time.
     */
    expire: (db: Db): Promise<void> =>
      emailTokenRepository(db).removeExpired(new Date(clock.now().getTime() - REMEMBERED_MS).toISOString()),
  }
}

export const invalidToken = (reason: string) =>
  new ServiceError('token_invalid', `This link or token ${reason}. Ask for a new e-mail.`)

/** A plain hash is enough for a token with 190 bits of randomness. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
