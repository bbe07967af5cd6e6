import type { Account } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import { toAccount } from './account-repository.ts'

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
        ...{ id, account_id: accountId, created_at: createdAt, expires_at: expiresAt, revoked_at: null },
        user_agent: userAgent,
      })
      .execute()
  },

  /** The account of a session that is neither revoked nor expired. */
  async accountOf(id: string, accountId: string, now: string): Promise<Account | undefined> {
    const row = await db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('accounts')
      .where('sessions.id', '=', id)
      .where('sessions.account_id', '=', accountId)
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', now)
      .executeTakeFirst()
    return row && toAccount(row)
  },

  async expiryOf(id: string): Promise<string | null> {
    const row = await db.selectFrom('sessions').select('expires_at').where('id', '=', id).executeTakeFirst()
    return row?.expires_at ?? null
  },

  /** Sessions that are neither revoked nor expired, newest first. */
  list(accountId: string, now: string, { limit, before }: { limit: number; before: string | undefined }) {
    let query = db
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
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

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  },
})
