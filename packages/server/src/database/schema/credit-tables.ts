import type { Generated } from 'kysely'
import type { Schemas } from '../../contract/index.ts'

export type LedgerKind = Schemas['TransactionType']

export interface CreditEntriesTable {
  id: Generated<number>
  account_id: string
  kind: LedgerKind
  /** What the entry adds to the available balance. */
  amount: number
  /** How many credits the entry concerns. A charge has amount 0, because its hold has taken them already. */
  credits: number
  /** The account's balance right after. */
  balance_after: number
  /** Unique together with kind, so that nothing is booked twice. */
  reference: string
  note: string | null
  created_at: string
}

/** What an account used in a month, kept up to date so that no page has to add up the ledger. */
export interface MonthlyUsageTable {
  account_id: string
  /** UTC month, `2026-11`. */
  month: string
  /** Photos through /v1, including those in progress. */
  photos: number
  /** Charges minus refunds. */
  credits: number
}
