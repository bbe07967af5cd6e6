import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { AnonymousSessionsTable } from '../../database/schema/visitor-tables.ts'

export type AnonymousSession = Selectable<AnonymousSessionsTable>

/** Sessions of visitors. Only hashes of their tokens are stored. */
export const anonymousSessionRepository = (db: Db) => ({
  async insert(session: AnonymousSession): Promise<void> {
    await db.insertInto('anonymous_sessions').values(session).execute()
  },

  /** A session that has not expired. */
  find(id: string, now: string): Promise<AnonymousSession | undefined> {
    return db
      .selectFrom('anonymous_sessions')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  },

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('anonymous_sessions').where('expires_at', '<=', now).execute()
  },
})
