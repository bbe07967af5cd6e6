import type { Schemas } from '../../contract/index.ts'
import type { Transaction } from '../../credits/credit-transaction-repository.ts'

/** A ledger entry in the form of /api/account/transactions. */
export const transaction = (entry: Transaction): Schemas['Transaction'] => ({
  // Entries are never changed or renumbered, so the number is a permanent id.
  id: `txn_${entry.number.toString(36).padStart(8, '0')}`,
  type: entry.kind,
  amount: entry.amount,
  balance_after: entry.balanceAfter,
  description: entry.note ?? describe(entry),
  operation: entry.operation,
  reference: entry.reference,
  created_at: entry.at,
})

const describe = ({ kind, operation, state }: Transaction): string => {
  const what = operation ? sentenceCase(operation) : 'Work'
  switch (kind) {
    case 'grant':
      return 'Credits granted'
    case 'purchase':
      return 'Credits purchased'
    case 'hold':
      return `${what} accepted`
    case 'charge':
      return `${what} finished`
    case 'release':
      return `${what} ${state === 'revoked' ? 'cancelled' : 'failed'}, credits given back`
    case 'refund':
      return 'Refunded'
    case 'adjust':
      return 'Adjusted by an operator'
  }
}

/** `remove_background` as `Remove background`. */
const sentenceCase = (name: string): string => {
  const words = name.replace(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
