import type { Expression, SqlBool } from 'kysely'
import type { Database } from './database-schema.ts'
import type { Db } from './open-database.ts'
import { dialectOf } from './sql-dialect.ts'

/** Tables whose rows are locked one by one, each by its `id`. */
type LockedRow = keyof Pick<
  Database,
  'subscriptions' | 'accounts' | 'api_keys' | 'webhook_endpoints' | 'runs' | 'anonymous_sessions'
>
/** Things without a row of their own. */
type LockedName = 'visitor storage' | 'queue admission' | 'run tickets' | 'first administrator'

/** The locks of each transaction. One that is taken again costs no statement. */
const locksOf = new WeakMap<Db, Set<string>>()

/**
 * Keeps the data that a transaction has read unchanged until it ends: no other transaction that takes the same lock
 * continues before that. It is for code that reads, decides and writes, and whose writes have no condition of their own.
 *
 * Locks are taken in the order of the list above, so that two transactions never wait for each other: a subscription
 * before its account, which may change, then other objects of the account, names last.
 *
 * @throws Error outside a transaction, where a lock would end at once.
 * @example
 * await lock(tx, 'accounts', accountId)
 * if ((await endpoints(tx).count(accountId)) >= MAX_ENDPOINTS) throw tooMany()
 * await endpoints(tx).insert(endpoint)
 */
export async function lock(tx: Db, ...target: [row: LockedRow, id: string] | [name: LockedName]): Promise<void> {
  if (!tx.isTransaction) throw new Error(`${target[0]} can only be locked within a transaction`)
  if (locksOf.get(tx)?.has(target.join(' '))) return
  const dialect = dialectOf(tx)
  if (target.length === 1) await dialect.lockName(tx, ...target)
  else await dialect.lockRow(tx, ...target)
  remember(tx, target)
}

const remember = (tx: Db, target: readonly string[]): void =>
  void locksOf.set(tx, (locksOf.get(tx) ?? new Set()).add(target.join(' ')))

/**
 * Locks a row by a statement that reads or changes it anyway, which saves the one of `lock`. The row is locked only if the
 * statement finds it, so a change that does not apply locks nothing.
 *
 * @returns The statement with the lock.
 * @throws Error outside a transaction.
 * @example const run = await lockWith(tx, 'runs', id, tx.selectFrom('runs').select('state').where('id', '=', id)).execute()
 */
export function lockWith<Statement extends object>(tx: Db, table: LockedRow, id: string, on: Statement): Statement {
  if (!tx.isTransaction) throw new Error(`${table} can only be locked within a transaction`)
  return dialectOf(tx).lockWith(tx, table, id, on)
}

/**
 * Locks a row by a condition of a statement about another table, which saves the statement of `lock`. The row is locked before
 * that statement looks at its own.
 *
 * @returns The condition. It is always true.
 * @throws Error outside a transaction.
 * @example tx.updateTable('runs').set({ state: 'succeeded' }).where('id', '=', id).where(lockFirst(tx, 'accounts', accountId))
 */
export function lockFirst(tx: Db, table: LockedRow, id: string): Expression<SqlBool> {
  if (!tx.isTransaction) throw new Error(`${table} can only be locked within a transaction`)
  remember(tx, [table, id])
  return dialectOf(tx).lockFirst(tx, table, id)
}

/**
 * Locks those of the rows that no other transaction has locked, and waits for none. It is for work that another process can
 * do as well.
 *
 * @returns The ids of the rows that are locked now.
 * @throws Error outside a transaction.
 * @example const mine = await lockFree(tx, 'webhook_endpoints', endpointIds)
 */
export async function lockFree(tx: Db, table: LockedRow, ids: readonly string[]): Promise<readonly string[]> {
  if (!tx.isTransaction) throw new Error(`${table} can only be locked within a transaction`)
  return dialectOf(tx).lockFreeRows(tx, table, ids)
}
