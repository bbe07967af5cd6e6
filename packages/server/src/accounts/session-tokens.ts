import { jwtVerify, SignJWT } from 'jose'
import type { Account } from '../base/account-plan.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Db } from '../database/open-database.ts'
import { toAccount } from './account-repository.ts'

const ISSUER = 'platelight'
const AUDIENCE = 'platelight-api'
const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 30 * 24 * 60 * 60

export type Sessions = ReturnType<typeof createSessions>

/** Session tokens: signed, and naming a row, so that signing out ends them at once. */
export function createSessions({ db, ids, clock, key }: { db: Db; ids: Ids; clock: Clock; key: Uint8Array }) {
  return {
    async start(accountId: string, tx: Db = db): Promise<{ token: string; expiresAt: string }> {
      const id = ids.next('ses')
      const now = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = new Date((now + LIFETIME_SECONDS) * 1000).toISOString()
      await tx
        .insertInto('sessions')
        .values({
          id,
          account_id: accountId,
          created_at: clock.now().toISOString(),
          expires_at: expiresAt,
          revoked_at: null,
        })
        .execute()
      const token = await new SignJWT({ sid: id })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_SECONDS)
        .sign(key)
      return { token, expiresAt }
    },

    /** The account of a token; undefined when it is forged, expired, revoked, or meant for something else. */
    async authenticate(token: string): Promise<{ sessionId: string; account: Account } | undefined> {
      const claims = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: clock.now(),
      }).catch(() => undefined)
      if (!claims) return undefined
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .selectAll('accounts')
        .where('sessions.id', '=', String(claims.payload.sid))
        .where('sessions.account_id', '=', String(claims.payload.sub))
        .where('sessions.revoked_at', 'is', null)
        .where('sessions.expires_at', '>', clock.now().toISOString())
        .executeTakeFirst()
      return row && { sessionId: String(claims.payload.sid), account: toAccount(row) }
    },

    /** When a session ends, unless it is revoked before. */
    async expiryOf(sessionId: string): Promise<string | null> {
      const row = await db.selectFrom('sessions').select('expires_at').where('id', '=', sessionId).executeTakeFirst()
      return row?.expires_at ?? null
    },

    /** Ends every session of an account, or those that were started before a time. */
    async revokeAll(tx: Db, accountId: string, before?: string): Promise<void> {
      let chosen = tx
        .updateTable('sessions')
        .set({ revoked_at: clock.now().toISOString() })
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null)
      if (before !== undefined) chosen = chosen.where('created_at', '<', before)
      await chosen.execute()
    },

    /** Forgets sessions whose time is over. */
    async expire(): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', clock.now().toISOString()).execute()
    },

    async revoke(sessionId: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ revoked_at: clock.now().toISOString() })
        .where('id', '=', sessionId)
        .execute()
    },
  }
}
