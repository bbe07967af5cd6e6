import { sql } from 'kysely'
import type { Clock } from '../base/ports.ts'
import type { Db } from '../database/open-database.ts'

export type MailThrottle = ReturnType<typeof createMailThrottle>

/** Kinds of mail that somebody else than the owner of the mailbox can cause, and the least time between two. */
const MIN_INTERVAL_MS = { verification: 0, 'known-address': 60_000, 'password-reset': 60_000 } as const
const MAX_PER_DAY = 20

/** Bounds what strangers can make us send, so that no form of ours fills somebody's mailbox. */
export const createMailThrottle = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** Whether a message of this kind may go out to an account now; it is counted if so. Days are UTC days. */
  async allow(accountId: string, kind: keyof typeof MIN_INTERVAL_MS): Promise<boolean> {
    const now = clock.now()
    const sentAt = now.toISOString()
    const sameDay = sql<boolean>`substr(mailings.sent_at, 1, 10) = ${sentAt.slice(0, 10)}`
    const row = await db
      .insertInto('mailings')
      .values({ account_id: accountId, kind, sent_at: sentAt, sent_that_day: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'kind'])
          .doUpdateSet({
            sent_at: sentAt,
            sent_that_day: sql`case when ${sameDay} then mailings.sent_that_day + 1 else 1 end`,
          })
          .where('mailings.sent_at', '<=', new Date(now.getTime() - MIN_INTERVAL_MS[kind]).toISOString())
          .where(sql<boolean>`(not ${sameDay} or mailings.sent_that_day < ${MAX_PER_DAY})`),
      )
      .returning('kind')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Seconds until the count of the day begins anew. */
  secondsLeftToday(): number {
    const now = clock.now()
    return Math.ceil((new Date(now).setUTCHours(24, 0, 0, 0) - now.getTime()) / 1000)
  },
})
