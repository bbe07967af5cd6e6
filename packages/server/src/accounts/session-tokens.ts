import { jwtVerify, SignJWT } from 'jose'
import type { Account } from '../base/account-plan.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS } from '../base/durations.ts'
import { type PageRequest, pageOf } from '../base/pagination.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import { isStorageFull, notFound } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { signInCodeRepository } from './identity/sign-in-code-repository.ts'
import { sessionRepository } from './session-repository.ts'

const ISSUER = 'platelight'
const AUDIENCE = 'platelight-api'
const ALGORITHM = 'HS256'
/**
 * A token in its one form: the signature has 32 bytes, and the unused bits of its last letter are zero. The library also takes
 * padding and other bits, so that one token would have several texts.
 */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/
const LIFETIME_SECONDS = 30 * DAY_SECONDS
/** A session that nobody uses for so long ends: somebody may have lost the phone or left the restaurant. */
const IDLE_MS = 14 * DAY_MS
/** How exactly the last use is known, so that a session causes at most one write in this time. */
const USE_STEP_MS = HOUR_MS

export type Sessions = ReturnType<typeof createSessions>

/** Session tokens are signed JWTs. Each names a row of the database, so that signing out ends the session at once. */
export function createSessions({ db, ids, clock, key }: { db: Db; ids: Ids; clock: Clock; key: Uint8Array }) {
  const now = () => clock.now().toISOString()
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  const times = () => ({ now: now(), usedSince: ago(IDLE_MS) })

  /** Whoever is signed in can still read when the disk is full. */
  const noteUse = (sessionId: string): Promise<void> =>
    sessionRepository(db)
      .noteUse(sessionId, now())
      .catch((error: unknown) => {
        if (!isStorageFull(error)) throw error
      })

  return {
    /** @param userAgent The program that signs in, as it names itself. It is shown in the list of sessions. */
    async start(accountId: string, tx: Db = db, userAgent?: string): Promise<{ token: string; expiresAt: string }> {
      const id = ids.next('ses')
      const issuedAt = Math.floor(clock.now().getTime() / 1000)
      const expiresAt = new Date((issuedAt + LIFETIME_SECONDS) * 1000).toISOString()
      await sessionRepository(tx).insert({
        id,
        accountId,
        createdAt: now(),
        expiresAt,
        userAgent: shownAgent(userAgent),
      })
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

    /**
     * The account of a token; undefined when the token is forged, expired, revoked, issued for something else, or was not used
     * for two weeks.
     */
    async authenticate(token: string): Promise<{ sessionId: string; account: Account } | undefined> {
      if (!TOKEN.test(token)) return undefined
      const claims = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: clock.now(),
      }).catch(() => undefined)
      if (!claims) return undefined
      const sessionId = String(claims.payload.sid)
      const found = await sessionRepository(db).find(sessionId, String(claims.payload.sub), times())
      if (!found) return undefined
      if (found.lastUsedAt < ago(USE_STEP_MS)) await noteUse(sessionId)
      return { sessionId, account: found.account }
    },

    /** When a session ends unless it is revoked earlier. */
    expiryOf: (sessionId: string): Promise<string | null> => sessionRepository(db).expiryOf(sessionId),

    /** One page of the sessions of an account that are signed in, newest first. */
    list: (accountId: string, page: PageRequest) =>
      pageOf(page, (limit, before) => sessionRepository(db).list(accountId, times(), { limit, before })),

    /** Ends a session of an account. @returns When it first ended. @throws ServiceError `not_found` (404). */
    async revokeOne(accountId: string, sessionId: string): Promise<string> {
      const at = await sessionRepository(db).revokeOne(accountId, sessionId, now())
      if (at === undefined) throw notFound('session')
      return at
    },

    revoke: (sessionId: string): Promise<void> => sessionRepository(db).revoke(sessionId, now()),

    /** Ends every session of an account, or those that began before a time, and every code that would open another one. */
    async revokeAll(tx: Db, accountId: string, before?: string): Promise<void> {
      await sessionRepository(tx).revokeAll(accountId, now(), before)
      await signInCodeRepository(tx).removeAll(accountId)
    },

    /** Removes sessions that are over. */
    expire: (): Promise<void> => sessionRepository(db).removeOver(times()),
  }
}

const LONGEST_AGENT = 200

/** Without control characters, which could control a terminal. */
const shownAgent = (userAgent: string | undefined): string | null =>
  userAgent
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LONGEST_AGENT) || null
