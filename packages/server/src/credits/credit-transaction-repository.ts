import { type CursorFormat, numberCursor } from '../base/pagination.ts'
import type { Db } from '../database/open-database.ts'
import type { LedgerKind } from '../database/schema/credit-tables.ts'
import type { RunState } from '../database/schema/run-tables.ts'

/** A ledger entry as its account sees it. */
export interface Transaction {
  /** Numbers entries across all accounts. */
  readonly number: number
  readonly kind: LedgerKind
  readonly amount: number
  readonly balanceAfter: number
  readonly reference: string
  readonly note: string | null
  readonly at: string
  /** The operation and the state of the entry's run; null when the entry belongs to no run. */
  readonly operation: string | null
  readonly state: RunState | null
}

export const transactionCursor: CursorFormat<Transaction, number> = numberCursor(({ number }) => number)

/** The ledger as its account sees it. Each entry comes with its run. */
export const creditTransactionRepository = (db: Db) => ({
  /** Newest first. Entries are only appended, so a page never changes. */
  list(accountId: string, limit: number, before: number | undefined): Promise<Transaction[]> {
    let query = db
      .selectFrom('credit_entries as entry')
      .leftJoin('runs', (join) =>
        join.onRef('runs.id', '=', 'entry.reference').onRef('runs.account_id', '=', 'entry.account_id'),
      )
      .select(['entry.id as number', 'kind', 'amount', 'balance_after as balanceAfter', 'reference', 'note'])
      .select(['entry.created_at as at', 'operation', 'state'])
      .where('entry.account_id', '=', accountId)
    if (before !== undefined) query = query.where('entry.id', '<', before)
    return query.orderBy('entry.id', 'desc').limit(limit).execute()
  },
})
