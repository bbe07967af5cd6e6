import { type Selectable, sql } from 'kysely'
import { compiledQuery } from '../database/compiled-query.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import type { RateCountersTable } from '../database/schema/request-tables.ts'
import type { CounterRequest, RateStore } from '../http/limits/shared-rate-counters.ts'

type RateCounter = Selectable<RateCountersTable>

const BATCH = 200

/** Rate counters of one process, which are kept in memory and stored every few seconds. */
export const storedCounterRepository = (db: Db) => ({
  list: (): Promise<RateCounter[]> => db.selectFrom('rate_counters').selectAll().execute(),

  /** Stores the counters in place of all others. */
  async replaceAll(rows: readonly RateCounter[]): Promise<void> {
    await inTransaction(db, async (tx) => {
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

/** Rate counters that the processes of a PostgreSQL database share. */
export const sharedCounterRepository = (
  db: Db,
): RateStore & { removeOlder(before: number): Promise<void>; removeOf(subject: string): Promise<void> } => ({
  /**
   * Holds by locks on the rows of the counters. All requests lock them in the order of their keys, so none waits for another
   * in a circle.
   */
  async take(wanted, { now, latest }) {
    const inOrder = [...wanted].sort((a, b) => (a.key < b.key ? -1 : 1))
    const all = <Name extends keyof CounterRequest>(name: Name) => inOrder.map((one) => one[name])
    const rows = await countRequest(
      ...([db, all('key'), all('step'), all('max'), all('gainPerMs'), all('since'), all('at')] as const),
      ...([all('fresh'), now, latest] as const),
    )
    return { rows, taken: rows.every(({ taken }) => taken) }
  },

  /** Removes the counters of a subject. */
  async removeOf(subject) {
    await db
      .deleteFrom('rate_counters')
      .where('key', 'like', `%:${subject.replaceAll('_', '\\_')}`)
      .execute()
  },

  /** Removes counters that were last used before a time. It skips those in use, so that it waits for no request. */
  async removeOlder(before) {
    await sql`delete from rate_counters where key in
      (select key from rate_counters where at < ${before} for update skip locked)`.execute(db)
  },
})

/** The function of the database that counts a request, made by `migrations/0009_installation.ts`. */
const countRequest = compiledQuery((_db, ...values: CountArguments) => {
  const [keys, steps, maxima, gains, sinces, starts, fresh, now, latest] = values
  return sql<RateCounter & { taken: boolean }>`select * from count_request(
    ${keys}::text[], ${steps}::float8[], ${maxima}::float8[], ${gains}::float8[], ${sinces}::int8[], ${starts}::int8[],
    ${fresh}::float8[], ${now}::int8, ${latest}::int8)`
})

type CountArguments = [
  keys: string[],
  ...perKey: [number[], number[], number[], number[], number[], number[]],
  now: number,
  latest: number,
]
