import type { Insertable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { SetupLinksTable } from '../../database/schema/operator-tables.ts'

/** Links with which the first administrator is made. Only hashes of their tokens are stored. */
export const setupLinkRepository = (db: Db) => ({
  async insert(link: Insertable<SetupLinksTable>): Promise<void> {
    await db.insertInto('setup_links').values(link).execute()
  },

  async isValid(hash: string, now: string): Promise<boolean> {
    const link = db.selectFrom('setup_links').select('hash').where('hash', '=', hash).where('expires_at', '>', now)
    return (await link.executeTakeFirst()) !== undefined
  },

  async removeAll(): Promise<void> {
    await db.deleteFrom('setup_links').execute()
  },

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('setup_links').where('expires_at', '<=', now).execute()
  },
})
