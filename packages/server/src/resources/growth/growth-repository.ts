import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { GrowthConsentsTable, GrowthEventsTable } from '../../database/schema/growth-tables.ts'

export type GrowthConsent = Selectable<GrowthConsentsTable>
export type GrowthEventRow = Selectable<GrowthEventsTable>

/** What an app may record of its use, and what it has recorded. */
export const growthRepository = (db: Db) => ({
  consent(accountId: string): Promise<GrowthConsent | undefined> {
    return db.selectFrom('growth_consents').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  },

  async setConsent(consent: GrowthConsent): Promise<void> {
    const { account_id: _, ...changed } = consent
    await db
      .insertInto('growth_consents')
      .values(consent)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
      .execute()
  },

  /** Adds an event, unless the account has one with its id. */
  async insertEvent(event: GrowthEventRow): Promise<void> {
    await db
      .insertInto('growth_events')
      .values(event)
      .onConflict((conflict) => conflict.columns(['account_id', 'event_id']).doNothing())
      .execute()
  },

  /** Events received after a time, oldest first, with the id that the app used before there was an account. */
  receivedAfter(time: string): Promise<(GrowthEventRow & { anonymous_id: string | null })[]> {
    return db
      .selectFrom('growth_events')
      .innerJoin('growth_consents', 'growth_consents.account_id', 'growth_events.account_id')
      .selectAll('growth_events')
      .select('growth_consents.anonymous_id')
      .where('received_at', '>', time)
      .orderBy('received_at')
      .orderBy('event_id')
      .execute()
  },

  async removeEvents(accountId: string): Promise<void> {
    await db.deleteFrom('growth_events').where('account_id', '=', accountId).execute()
  },

  async removeReceivedBefore(time: string): Promise<void> {
    await db.deleteFrom('growth_events').where('received_at', '<', time).execute()
  },
})
