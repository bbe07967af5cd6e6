import type { Account } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import { toAccount } from './account-repository.ts'

/** What decides whether a session is over. */
export interface SessionTimes {
  readonly now: string
  /** A session whose last use was earlier is over. */
  readonly usedSince: string
}

/** Sessions of signed-in people. A session token names one of these rows. */
export const sessionRepository = (db: Db) => ({
  async insert(session: {
    id: string
    accountId: string
    createdAt: string
    expiresAt: string
    userAgent: string | null
  }): Promise<void> {
    const { id, accountId, createdAt, expiresAt, userAgent } = session
    await db
      .insertInto('sessions')
      .values({
        id,
        account_id: accountId,
        created_at: createdAt,
        expires_at: expiresAt,
        revoked_at: null,
        user_agent: userAgent,
        last_used_at: createdAt,
      })
      .execute()
  },

  /** The account of a session that is neither revoked nor over, and when the session was last used. */
  async find(
    id: string,
    accountId: string,
    { now, usedSince }: SessionTimes,
  ): Promise<{ account: Account; lastUsedAt: string } | undefined> {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('accounts')
      .select('last_used_at')
      .where('sessions.id', '=', id)
      .where('sessions.account_id', '=', accountId)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .where('last_used_at', '>', usedSince)
      .executeTakeFirst()
    return row && { account: toAccount(row), lastUsedAt: row.last_used_at }
  },

  async noteUse(id: string, at: string): Promise<void> {
    await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute()
  },

  async expiryOf(id: string): Promise<string | null> {
    const row = await db.selectFrom('sessions').select('expires_at').where('id', '=', id).executeTakeFirst()
    return row?.expires_at ?? null
  },

  /** Sessions that are neither revoked nor over, newest first. */
  list(
    accountId: string,
    { now, usedSince }: SessionTimes,
    { limit, before }: { limit: number; before: string | undefined },
  ) {
    let query = db
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', usedSince)
    if (before !== undefined) query = query.where('id', '<', before)
    return query.orderBy('id', 'desc').limit(limit).execute()
  },

  /**
   * Revokes a session of an account. A session that is already revoked keeps its time; holds by that condition.
   *
   * @returns When it was first revoked; undefined when the account has no such session.
   */
  async revokeOne(accountId: string, id: string, at: string): Promise<string | undefined> {
    const mine = db.updateTable('sessions').where('id', '=', id).where('account_id', '=', accountId)
    await mine.set({ revoked_at: at }).where('revoked_at', 'is', null).execute()
    const row = await db
      .selectFrom('sessions')
      .select('revoked_at')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row?.revoked_at ?? undefined
  },

  async revoke(id: string, at: string): Promise<void> {
    await db.updateTable('sessions').set({ revoked_at: at }).where('id', '=', id).execute()
  },

  /** Revokes every session of an account, or those that began before a time. */
  async revokeAll(accountId: string, at: string, before: string | undefined): Promise<void> {
    let chosen = db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
    if (before !== undefined) chosen = chosen.where('created_at', '<', before)
    await chosen.execute()
  },

  async removeOver({ now, usedSince }: SessionTimes): Promise<void> {
    await db
      .deleteFrom('sessions')
      .where((session) => session.or([session('expires_at', '<=', now), session('last_used_at', '<=', usedSince)]))
      .execute()
  },
})
