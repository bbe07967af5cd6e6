import type { Db } from '../../database/open-database.ts'

/** Identities at identity providers, and the accounts that they open. */
export const identityRepository = (db: Db) => ({
  /** The account of an identity. Notes that it was used. */
  async use(issuer: string, subject: string, at: string): Promise<string | undefined> {
    const row = await db
      .updateTable('identities')
      .set({ last_used_at: at })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .returning('account_id')
      .executeTakeFirst()
    return row?.account_id
  },

  /**
   * Links an identity to an account. Returns false when the identity is linked already, or the account has another one of the
   * issuer. Holds by the two unique indexes.
   */
  async add(identity: { issuer: string; subject: string; accountId: string; at: string }): Promise<boolean> {
    const { issuer, subject, accountId, at } = identity
    const row = await db
      .insertInto('identities')
      .values({ issuer, subject, account_id: accountId, created_at: at, last_used_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('subject')
      .executeTakeFirst()
    return row !== undefined
  },

  /** @param before Only what was linked before this time; without it, everything. */
  async removeAll(accountId: string, before?: string): Promise<void> {
    const all = db.deleteFrom('identities').where('account_id', '=', accountId)
    await (before === undefined ? all : all.where('created_at', '<', before)).execute()
  },
})
