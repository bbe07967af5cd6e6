import type { Account } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import { toAccount } from './account-repository.ts'

/** Sessions of signed-in people. A session token names one of these rows. */
export const sessionRepository = (db: Db) => ({
  async insert(session: { id: string; accountId: string; createdAt: string; expiresAt: string }): Promise<void> {
    const { id, accountId, createdAt, expiresAt } = session
    await db
      .insertInto('sessions')
      .values({ id, account_id: accountId, created_at: createdAt, expires_at: expiresAt, revoked_at: null })
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
