import { createHash } from 'node:crypto'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import { ServiceError } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'

export type EmailTokens = ReturnType<typeof createEmailTokens>
export type TokenPurpose = 'verify' | 'reset'
/** A token that a newer one replaced is unknown. */
export type TokenState =
  | { readonly state: 'unknown' }
  | { readonly state: 'good' | 'used' | 'expired'; readonly accountId: string }

const HOUR_MS = 3_600_000
const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = { verify: 24 * HOUR_MS, reset: HOUR_MS }
/** So long a token that ran out can still be told so. */
const REMEMBERED_MS = 30 * 24 * HOUR_MS

/** Tokens of e-mailed links: good once and for a time, and kept as hashes only. */
export const createEmailTokens = ({ ids, clock }: { ids: Ids; clock: Clock }) => {
  const find = async (db: Db, purpose: TokenPurpose, token: string) =>
    db
      .selectFrom('email_tokens')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .where('purpose', '=', purpose)
      .executeTakeFirst()

  /** How things stand with a token, without using it. */
  const state = async (db: Db, purpose: TokenPurpose, token: string): Promise<TokenState> => {
    const row = await find(db, purpose, token)
    if (!row) return { state: 'unknown' }
    const { account_id: accountId, used_at: usedAt, expires_at: expiresAt } = row
    if (usedAt !== null) return { state: 'used', accountId }
    return { state: expiresAt <= clock.now().toISOString() ? 'expired' : 'good', accountId }
  }

  return {
    /** Makes the one token of an account for a purpose; an older one that was not used stops working. */
    async issue(db: Db, { accountId, purpose }: { accountId: string; purpose: TokenPurpose }): Promise<string> {
      await db
        .deleteFrom('email_tokens')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .execute()
      const token = ids.secret()
      const now = clock.now().getTime()
      await db
        .insertInto('email_tokens')
        .values({
          hash: hashOf(token),
          account_id: accountId,
          purpose,
          created_at: new Date(now).toISOString(),
          expires_at: new Date(now + LIFETIME_MS[purpose]).toISOString(),
          used_at: null,
          source: null,
        })
        .execute()
      return token
    },

    state,

    /**
     * Whose token it is, and whether it was used before.
     *
     * @throws ServiceError `token_invalid` (400) when it is unknown, replaced by a newer one, or late.
     */
    async read(db: Db, purpose: TokenPurpose, token: string): Promise<{ accountId: string; used: boolean }> {
      const found = await state(db, purpose, token)
      if (found.state === 'unknown') throw invalidToken('is not known; a newer one may have replaced it')
      if (found.state === 'expired') throw invalidToken('has expired')
      return { accountId: found.accountId, used: found.state === 'used' }
    },

    /** Marks a token as used, and by which door. Tells whether it was this call that used it. */
    async use(db: Db, purpose: TokenPurpose, token: string, source: string): Promise<boolean> {
      const row = await db
        .updateTable('email_tokens')
        .set({ used_at: clock.now().toISOString(), source })
        .where('hash', '=', hashOf(token))
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Forgets tokens that ran out long ago. A used verification link is kept: it may be opened again at any time. */
    async expire(db: Db): Promise<void> {
      const before = new Date(clock.now().getTime() - REMEMBERED_MS).toISOString()
      await db
        .deleteFrom('email_tokens')
        .where('expires_at', '<=', before)
        .where((eb) => eb.or([eb('used_at', 'is', null), eb('purpose', '=', 'reset')]))
        .execute()
    },
  }
}

export const invalidToken = (what: string) =>
  new ServiceError('token_invalid', `This link or token ${what}. Ask for a new e-mail.`)

/** A plain hash suffices for 190 bits of chance. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
