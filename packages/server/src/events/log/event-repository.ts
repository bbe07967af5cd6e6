import type { Cutoff } from '../../base/plans/retention-settings.ts'
import { accountsOf } from '../../database/accounts-of.ts'
import type { Db } from '../../database/open-database.ts'
import type { EventType } from './event-types.ts'

/** Events, each with the exact bytes that every delivery sends. */
export const eventRepository = (db: Db) => ({
  async insert(event: {
    id: string
    accountId: string
    type: EventType
    body: string
    traceparent: string | null
    at: string
  }): Promise<void> {
    const { id, accountId, type, body, traceparent, at } = event
    await db
      .insertInto('events')
      .values({ id, account_id: accountId, type, body, traceparent, created_at: at })
      .execute()
  },

  /** Removes up to `limit` old events that have no deliveries. @returns how many */
  async removeOld({ before, plans }: Cutoff, limit: number): Promise<number> {
    const old = db
      .selectFrom('events')
      .select('id')
      .where('created_at', '<', before)
      .where(accountsOf('events.account_id', plans))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('webhook_deliveries').select('id').whereRef('event_id', '=', 'events.id'))),
      )
      .limit(limit)
    return Number((await db.deleteFrom('events').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
  },
})
