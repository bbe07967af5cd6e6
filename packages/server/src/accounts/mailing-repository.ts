import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** When an account last got each kind of message that strangers can cause. */
export const mailingRepository = (db: Db) => ({
  /**
   * Counts a message, unless the last one is too recent or the limit of the UTC day is reached. Holds by the condition of
   * the upsert.
   *
   * @returns Whether it was counted.
   */
  async add(
    mailing: { accountId: string; kind: string; at: string },
    limits: { lastNotAfter: string; maxPerDay: number },
  ): Promise<boolean> {
    const { accountId, kind, at } = mailing
    const sameDay = sql<boolean>`substr(mailings.sent_at, 1, 10) = ${at.slice(0, 10)}`
    const row = await db
      .insertInto('mailings')
      .values({ account_id: accountId, kind, sent_at: at, sent_that_day: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'kind'])
          .doUpdateSet({
            sent_at: at,
            sent_that_day: sql`case when ${sameDay} then mailings.sent_that_day + 1 else 1 end`,
          })
          .where('mailings.sent_at', '<=', limits.lastNotAfter)
          .where(sql<boolean>`(not ${sameDay} or mailings.sent_that_day < ${limits.maxPerDay})`),
      )
      .returning('kind')
      .executeTakeFirst()
    return row !== undefined
  },
})
