import type { Generated } from 'kysely'
import type { Schemas } from '../../contract/index.ts'

export type LedgerKind = Schemas['TransactionType']

export interface CreditEntriesTable {
  id: Generated<number>
  account_id: string
  kind: LedgerKind
  /** What the entry adds to the available balance. */
  amount: number
  /** The number of credits that the entry concerns. A charge has amount 0, because its hold has already taken them. */
  credits: number
  /** The account's balance after the entry. */
  balance_after: number
  /** Unique together with kind, so that nothing is booked twice. */
  reference: string
  note: string | null
  created_at: string
}

/** The usage of an account in a month. It is kept up to date so that no page must add up the ledger. */
export interface MonthlyUsageTable {
  account_id: string
  /** UTC month, `2026-11`. */
  month: string
  /** Photos through /v1, including those in progress. */
  photos: number
  /** Charges minus refunds. */
  credits: number
}
