import type { Db } from '../../database/open-database.ts'

/** The person behind an account, as far as letters need to know. */
export interface Recipient {
  readonly email: string
  readonly isVerified: boolean
  readonly locale: string
}

export const recipientRepository = (db: Db) => ({
  async find(accountId: string): Promise<Recipient | undefined> {
    const row = await db
      .selectFrom('accounts')
      .select(['email', 'email_verified_at', 'locale'])
      .where('id', '=', accountId)
      .executeTakeFirst()
    return row && { email: row.email, isVerified: row.email_verified_at !== null, locale: row.locale }
  },
})
