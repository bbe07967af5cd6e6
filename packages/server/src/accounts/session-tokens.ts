import { jwtVerify, SignJWT } from 'jose'
import type { Account } from '../base/account-plan.ts'
import { DAY_MS, DAY_SECONDS, HOUR_MS, MINUTE_SECONDS } from '../base/durations.ts'
import { type PageRequest, pageOf } from '../base/pagination.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { SigningKeys } from '../base/secrets/signing-keys.ts'
import { isStorageFull, notFound } from '../base/service-error.ts'
import type { Db } from '../database/open-database.ts'
import { signInCodeRepository } from './identity/sign-in-code-repository.ts'
import { sessionRepository } from './session-repository.ts'

const ISSUER = 'platelight'
/** What a token may be used for: as a bearer credential, or as the cookie that a browser exchanges for one. */
const AUDIENCES = { bearer: 'platelight-api', cookie: 'platelight-browser' } as const
type Use = keyof typeof AUDIENCES
const ALGORITHM = 'HS256'
/**
 * A token in its one form: the signature has 32 bytes, and the unused bits of its last letter are zero. The library also takes
 * padding and other bits, so that one token would have several texts.
 */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/
export const SESSION_SECONDS = 30 * DAY_SECONDS
/** So briefly is a token of use that a script has stolen from a page. */
const BROWSER_TOKEN_SECONDS = 10 * MINUTE_SECONDS
/** A session that nobody uses for so long ends: somebody may have lost the phone or left the restaurant. */
const IDLE_MS = 14 * DAY_MS
/** How exactly the last use is known, so that a session causes at most one write in this time. */
const USE_STEP_MS = HOUR_MS

interface OpenSession {
  readonly sessionId: string
  readonly account: Account
}

export type Sessions = ReturnType<typeof createSessions>

/** Session tokens are signed JWTs. Each names a row of the database, so that signing out ends the session at once. */
export function createSessions({ db, ids, clock, keys }: { db: Db; ids: Ids; clock: Clock; keys: SigningKeys }) {
  const now = () => clock.now().toISOString()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
  const times = () => ({ now: now(), usedSince: ago(IDLE_MS) })

  /** Whoever is signed in can still read when the disk is full. */
  const noteUse = (sessionId: string): Promise<void> =>
    sessionRepository(db)
      .noteUse(sessionId, now())
      .catch((error: unknown) => {
        if (!isStorageFull(error)) throw error
      })

  const sign = (use: Use, { sessionId, accountId }: { sessionId: string; accountId: string }, expires: number) =>
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(accountId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCES[use])
      .setIssuedAt(seconds())
      .setExpirationTime(expires)
      .sign(keys.current())

  /** The session of a token; undefined when it is forged, expired, revoked, for another use, or was not used for two weeks. */
  const open = async (use: Use, token: string): Promise<OpenSession | undefined> => {
    if (!TOKEN.test(token)) return undefined
    const verified = keys.valid().map((key) =>
      jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCES[use],
        requiredClaims: ['sub', 'sid', 'exp'],
        currentDate: clock.now(),
      }),
    )
    const claims = await Promise.any(verified).catch(() => undefined)
    if (!claims) return undefined
    const sessionId = String(claims.payload.sid)
    const found = await sessionRepository(db).find(sessionId, String(claims.payload.sub), times())
    if (!found) return undefined
    if (found.lastUsedAt < ago(USE_STEP_MS)) await noteUse(sessionId)
    return { sessionId, account: found.account }
  }

  return {
    /** @param userAgent The program that signs in, as it names itself. It is shown in the list of sessions. */
    async start(accountId: string, tx: Db = db, userAgent?: string): Promise<{ token: string; expiresAt: string }> {
      const id = ids.next('ses')
      const expires = seconds() + SESSION_SECONDS
      const expiresAt = new Date(expires * 1000).toISOString()
      await sessionRepository(tx).insert({
        id,
        accountId,
        createdAt: now(),
        expiresAt,
        userAgent: shownAgent(userAgent),
      })
      return { token: await sign('bearer', { sessionId: id, accountId }, expires), expiresAt }
    },

    /** The session of a bearer token. */
    authenticate: (token: string) => open('bearer', token),

    /** The session of the cookie of a browser. */
    ofCookie: (cookie: string) => open('cookie', cookie),

    /** What a browser gets for its session: a cookie for as long as the session lasts, and a token for ten minutes. */
    async forBrowser({
      sessionId,
      account,
    }: OpenSession): Promise<{ cookie: string; token: string; expiresAt: string }> {
      const names = { sessionId, accountId: account.id }
      const end = Math.floor(Date.parse((await sessionRepository(db).expiryOf(sessionId)) ?? now()) / 1000)
      const expires = Math.min(end, seconds() + BROWSER_TOKEN_SECONDS)
      return {
        cookie: await sign('cookie', names, end),
        token: await sign('bearer', names, expires),
        expiresAt: new Date(expires * 1000).toISOString(),
      }
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
