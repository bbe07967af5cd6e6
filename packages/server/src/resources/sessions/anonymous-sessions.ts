import { secretHash } from '../../accounts/identity/secret-hash.ts'
import { DAY_MS } from '../../base/durations.ts'
import type { Clock } from '../../base/ports.ts'
import { base62 } from '../../base/random-ids.ts'
import type { Db } from '../../database/open-database.ts'
import { type AnonymousSession, anonymousSessionRepository } from './anonymous-session-repository.ts'

const LIFETIME_MS = DAY_MS
/** 43 characters of base62 are 256 bits. */
const TOKEN_LENGTH = 43

export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>

/** Sessions of visitors who have no account yet. They last 24 hours from their beginning, whatever happens in between. */
export const createAnonymousSessions = ({ db, clock }: { readonly db: Db; readonly clock: Clock }) => {
  const now = () => clock.now().toISOString()

  /** The session of a token; undefined when it is unknown or expired. */
  const find = (token: string): Promise<AnonymousSession | undefined> =>
    anonymousSessionRepository(db).find(secretHash(token), now())

  return {
    find,

    /** Continues the session of a token, or begins a new one. */
    async open(token: string | undefined): Promise<{ token: string; expiresAt: string; isResumed: boolean }> {
      const known = token === undefined ? undefined : await find(token)
      if (token !== undefined && known) return { token, expiresAt: known.expires_at, isResumed: true }
      const fresh = `anon_${base62(TOKEN_LENGTH)}`
      const begin = clock.now()
      const expiresAt = new Date(begin.getTime() + LIFETIME_MS).toISOString()
      const session = { id: secretHash(fresh), created_at: begin.toISOString(), expires_at: expiresAt }
      await anonymousSessionRepository(db).insert(session)
      return { token: fresh, expiresAt, isResumed: false }
    },

    /** Removes sessions that have expired. Their projects have expired with them. */
    expire: (): Promise<void> => anonymousSessionRepository(db).removeExpired(now()),
  }
}
