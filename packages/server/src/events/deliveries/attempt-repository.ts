import type { Insertable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { WebhookAttemptsTable } from '../../database/schema/webhook-tables.ts'

/** The results of attempts. Each attempt is logged once; holds by its unique number within the round. */
export const attemptRepository = (db: Db) => ({
  async add(attempts: readonly Insertable<WebhookAttemptsTable>[]): Promise<void> {
    if (attempts.length === 0) return
    await db
      .insertInto('webhook_attempts')
      .values([...attempts])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})
