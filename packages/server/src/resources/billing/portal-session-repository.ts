import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { PortalSessionsTable } from '../../database/schema/purchase-tables.ts'

export type PortalSession = Selectable<PortalSessionsTable>

/** Addresses of the billing portal. Only the hashes of their tokens are stored. */
export const portalSessionRepository = (db: Db) => ({
  async insert(session: PortalSession): Promise<void> {
    await db.insertInto('portal_sessions').values(session).execute()
  },

  /** Removes a session and returns it. Of several calls at the same moment, one gets it. */
  take: (hash: string): Promise<PortalSession | undefined> =>
    db.deleteFrom('portal_sessions').where('hash', '=', hash).returningAll().executeTakeFirst(),

  async removeExpired(now: string): Promise<void> {
    await db.deleteFrom('portal_sessions').where('expires_at', '<=', now).execute()
  },
})
