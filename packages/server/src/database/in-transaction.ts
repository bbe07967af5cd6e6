import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseLost } from '../base/database-error.ts'
import type { Db } from './open-database.ts'
import { dialectOf } from './sql-dialect.ts'

/** Two transactions that keep disturbing each other are apart after a few of these. */
const MAX_TRIES = 6
const DELAY_MS = 10
/** A database that restarts is back by then. A lease lapses at about the same time. */
const LOST_MS = 25_000
const LOST_DELAY_MS = 500

interface TransactionOptions {
  /**
   * Whether the work is also done again after the database was lost. It may have been carried out already, so the work must
   * find that out by a condition of its own.
   */
  readonly repeatable?: boolean
}

/**
 * Does work in a transaction of its own. When the database ends it because of another transaction (a deadlock), all of it is
 * undone and done again. So the work changes nothing but the database, or may be repeated.
 *
 * @returns What the work returns.
 * @example const booked = await inTransaction(db, (tx) => ledgerRepository(tx).append(entry, at))
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  { repeatable = false }: TransactionOptions = {},
): Promise<Result> {
  const dialect = dialectOf(db)
  const begin = performance.now()
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isLost = repeatable && isDatabaseLost(error) && performance.now() - begin < LOST_MS
      if (!isLost && (tried >= MAX_TRIES || !dialect.isConflict(error))) throw error
      await delay(isLost ? LOST_DELAY_MS : DELAY_MS * 2 ** tried * Math.random())
    }
  }
}
