import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { RateCountersTable } from '../database/schema/request-tables.ts'

type RateCounter = Selectable<RateCountersTable>

const BATCH = 200

/**
 * Rate counters live in memory. They are stored every few seconds, so that a restart loses only a few requests. A process
 * stores its counters in place of all others, so this is for one process at a time.
 */
export const rateCounterRepository = (db: Db) => ({
  list: (): Promise<RateCounter[]> => db.selectFrom('rate_counters').selectAll().execute(),

  async replaceAll(rows: readonly RateCounter[]): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('rate_counters').execute()
      for (let from = 0; from < rows.length; from += BATCH) {
        await tx
          .insertInto('rate_counters')
          .values(rows.slice(from, from + BATCH))
          .execute()
      }
    })
  },
})
