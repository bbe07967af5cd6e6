import type { Database } from './database-schema.ts'
import type { Db } from './open-database.ts'
import { dialectOf } from './sql-dialect.ts'

/** Tables whose rows are locked one by one, each by its `id`. */
type LockedRow = keyof Pick<Database, 'accounts' | 'api_keys' | 'webhook_endpoints' | 'runs'>
/** Things without a row of their own. */
type LockedName = 'queue admission'

/**
 * Keeps the data that a transaction has read unchanged until it ends: no other transaction that takes the same lock
 * continues before that. It is for code that reads, decides and writes, and whose writes have no condition of their own.
 *
 * Locks are taken in the order of the list above, so that two transactions never wait for each other: the account first,
 * then its objects, names last.
 *
 * @throws Error outside a transaction, where a lock would end at once.
 * @example
 * await lock(tx, 'accounts', accountId)
 * if ((await endpoints(tx).count(accountId)) >= MAX_ENDPOINTS) throw tooMany()
 * await endpoints(tx).insert(endpoint)
 */
export async function lock(tx: Db, ...target: [row: LockedRow, id: string] | [name: LockedName]): Promise<void> {
  if (!tx.isTransaction) throw new Error(`${target[0]} can only be locked within a transaction`)
  const dialect = dialectOf(tx)
  if (target.length === 1) await dialect.lockName(tx, ...target)
  else await dialect.lockRow(tx, ...target)
}
