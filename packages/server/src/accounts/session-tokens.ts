import { jwtVerify, SignJWT } from 'jose'
import type { Account } from '../base/account-plan.ts'
import { DAY_SECONDS } from '../base/durations.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { Db } from '../database/open-database.ts'
import { sessionRepository } from './session-repository.ts'

const ISSUER = 'platelight'
const AUDIENCE = 'platelight-api'
const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 30 * DAY_SECONDS

export type Sessions = ReturnType<typeof createSessions>

/** Session tokens are signed JWTs. Each names a row of the database, so that signing out ends the session at once. */
export function createSessions({ db, ids, clock, key }: { db: Db; ids: Ids; clock: Clock; key: Uint8Array }) {
  const now = () => clock.now().toISOString()

  return {
    async start(accountId: string, tx: Db = db): Promise<{ token: string; expiresAt: string }> {
      const id = ids.next('ses')
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = new Date((issuedAt + LIFETIME_SECONDS) * 1000).toISOString()
      await sessionRepository(tx).insert({ id, accountId, createdAt: now(), expiresAt })
      const token = await new SignJWT({ sid: id })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key)
      return { token, expiresAt }
    },

    /** The account of a token; undefined when the token is forged, expired, revoked or issued for something else. */
    async authenticate(token: string): Promise<{ sessionId: string; account: Account } | undefined> {
      const claims = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: clock.now(),
      }).catch(() => undefined)
      if (!claims) return undefined
      const sessionId = String(claims.payload.sid)
      const account = await sessionRepository(db).accountOf(sessionId, String(claims.payload.sub), now())
      return account && { sessionId, account }
    },

    /** When a session ends unless it is revoked earlier. */
    expiryOf: (sessionId: string): Promise<string | null> => sessionRepository(db).expiryOf(sessionId),

    revoke: (sessionId: string): Promise<void> => sessionRepository(db).revoke(sessionId, now()),

    /** Ends every session of an account, or those that began before a time. */
    revokeAll: (tx: Db, accountId: string, before?: string): Promise<void> =>
      sessionRepository(tx).revokeAll(accountId, now(), before),

    /** Removes sessions that have expired. */
    expire: (): Promise<void> => sessionRepository(db).removeExpired(now()),
  }
}
