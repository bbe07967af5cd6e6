import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { ProviderSignInsTable } from '../../database/schema/identity-tables.ts'

/** Sign-ins that have gone to their provider. */
export const providerSignInRepository = (db: Db) => ({
  async insert(signIn: Insertable<ProviderSignInsTable>): Promise<void> {
    await db.insertInto('provider_sign_ins').values(signIn).execute()
  },

  /** Removes a sign-in and returns it. Of several calls at the same moment, one gets it. */
  take(stateHash: string): Promise<Selectable<ProviderSignInsTable> | undefined> {
    return db.deleteFrom('provider_sign_ins').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
  },

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('provider_sign_ins').where('expires_at', '<=', now).execute()
  },
})
