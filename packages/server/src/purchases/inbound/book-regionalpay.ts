import { type Catalogue, planProductIn } from '../../base/plans/plan-catalogue.ts'
import type { PlanPayments } from '../plan-payments.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import type { BookEvent } from './inbound-events.ts'
import { accountIn, creditsIn, refundedShare } from './payment-facts.ts'
import { type Fields, readFields } from './signed-fields.ts'

const source = 'regionalpay'
const PAID = new Set(['PAID', 'COMPLETED'])
const REFUNDED = new Set(['REFUNDED', 'PARTIALLY_REFUNDED', 'CHARGEBACK'])

/**
 * Books a notification of the regional provider. `invoice_id` names the payment, `status` what became of it, `account_id` the
 * account, and `product_id` or `credits` what was bought. A refund may have `refunded_amount` beside `amount`.
 */
export const createBookRegionalpay =
  ({ books, plans, catalogue }: { books: PurchaseBooks; plans: PlanPayments; catalogue: Catalogue }): BookEvent =>
  async (body) =>
  async (tx) => {
    const fields = readFields(body) ?? new Map<string, string>()
    const transactionId = fields.get('invoice_id')
    const status = (fields.get('status') ?? '').toUpperCase()
    if (!transactionId) return { state: 'ignored', note: 'it has no invoice_id' }
    const amount = fields.get('amount')
    if (amount !== undefined && !(Number(amount) > 0 && Number(amount) < Number.POSITIVE_INFINITY))
      return { state: 'ignored', note: `its amount ${amount.slice(0, 50)} is not a number above 0` }
    if (REFUNDED.has(status)) {
      const share = shareIn(fields)
      if (share === undefined) return { state: 'ignored', note: 'its refunded_amount is not from 0 to its amount' }
      // Its notifications do not say when, and may come in any order; it never takes a refund back.
      const taken = await plans.refund(tx, { source, transactionId, share, onlyMore: true })
      const accountId = await books.accountOf(tx, source, transactionId)
      return { state: 'booked', note: `${taken} credits taken back`, accountId }
    }
    if (!PAID.has(status)) return { state: 'ignored', note: `nothing is booked for the status ${status || '(none)'}` }
    const accountId = await accountIn(tx, fields.get('account_id'))
    if (accountId === undefined) return { state: 'ignored', note: 'it names no account of this server' }
    const productId = fields.get('product_id') ?? null
    const product = productId === null ? undefined : planProductIn(catalogue, productId)
    if (product) {
      const note = await plans.pay(tx, { accountId, source, transactionId, product })
      return { state: 'booked', note, accountId }
    }
    const credits = creditsIn(catalogue, { productId, credits: fields.get('credits') })
    if (typeof credits === 'object') return { state: 'ignored', note: credits.reason, accountId }
    const bought = await books.buy(tx, { accountId, source, transactionId, productId, credits })
    return { state: 'booked', note: `${credits} credits: ${bought}`, accountId }
  }

/** All of it where the amounts do not say more. */
function shareIn(fields: Fields): number | undefined {
  const refunded = fields.get('refunded_amount')
  return refunded === undefined ? 1 : refundedShare(Number(refunded || Number.NaN), Number(fields.get('amount')))
}
