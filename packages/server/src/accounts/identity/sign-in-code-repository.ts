import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { SignInCodesTable } from '../../database/schema/identity-tables.ts'

/** One-time codes that open a session. Only their hashes are stored. */
export const signInCodeRepository = (db: Db) => ({
  async insert(code: Insertable<SignInCodesTable>): Promise<void> {
    await db.insertInto('sign_in_codes').values(code).execute()
  },

  /** The account of a code, expired or not. */
  async accountOf(hash: string): Promise<string | undefined> {
    const row = await db.selectFrom('sign_in_codes').select('account_id').where('hash', '=', hash).executeTakeFirst()
    return row?.account_id
  },

  /** Removes a code and returns it. Of several calls at the same moment, one gets it. */
  take(hash: string): Promise<Selectable<SignInCodesTable> | undefined> {
    return db.deleteFrom('sign_in_codes').where('hash', '=', hash).returningAll().executeTakeFirst()
  },

  async removeAll(accountId: string): Promise<void> {
    await db.deleteFrom('sign_in_codes').where('account_id', '=', accountId).execute()
  },

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute()
  },
})
