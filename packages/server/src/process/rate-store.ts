import type { Db } from '../database/open-database.ts'
import type { RateCounters } from '../http/limits/rate-counters.ts'

/** Stores the rate counters, which are kept in memory, from time to time and at the end. */
export const rateStore = (db: Db, rates: RateCounters) => ({
  async load(): Promise<void> {
    rates.restore(await db.selectFrom('rate_counters').selectAll().execute())
  },

  async save(): Promise<void> {
    const rows = rates.snapshot()
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('rate_counters').execute()
      for (let from = 0; from < rows.length; from += 200) {
        await tx
          .insertInto('rate_counters')
          .values(rows.slice(from, from + 200))
          .execute()
      }
    })
  },
})
