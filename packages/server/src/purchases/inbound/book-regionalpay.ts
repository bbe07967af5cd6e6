import { type Catalogue, productIn } from '../catalogue.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import type { BookEvent } from './inbound-events.ts'
import { accountIn, creditsIn } from './payment-facts.ts'
import { type Fields, readFields } from './signed-fields.ts'

const source = 'regionalpay'
const PAID = new Set(['PAID', 'COMPLETED'])
const REFUNDED = new Set(['REFUNDED', 'PARTIALLY_REFUNDED', 'CHARGEBACK'])

/**
 * Books a notification of the regional provider. `invoice_id` names the payment, `status` what became of it, `account_id` the
 * account, and `product_id` or `credits` what was bought. A refund may have `refunded_amount` beside `amount`.
 */
export const createBookRegionalpay =
  ({ books, catalogue }: { books: PurchaseBooks; catalogue: Catalogue }): BookEvent =>
  async (tx, body) => {
    const fields = readFields(body) ?? new Map<string, string>()
    const transactionId = fields.get('invoice_id')
    const status = (fields.get('status') ?? '').toUpperCase()
    if (!transactionId) return { state: 'ignored', note: 'it has no invoice_id' }
    if (REFUNDED.has(status)) {
      const taken = await books.refund(tx, { source, transactionId, share: refundedShare(fields) })
      return { state: 'booked', note: `${taken} credits taken back` }
    }
    if (!PAID.has(status)) return { state: 'ignored', note: `nothing is booked for the status ${status || '(none)'}` }
    const accountId = await accountIn(tx, fields.get('account_id'))
    if (accountId === undefined) return { state: 'ignored', note: 'it names no account of this server' }
    const productId = fields.get('product_id') ?? null
    const credits = (productId !== null && productIn(catalogue, productId)?.credits) || creditsIn(fields.get('credits'))
    if (!credits) return { state: 'ignored', note: `the product ${productId ?? '(none)'} is not in the catalogue` }
    const bought = await books.buy(tx, { accountId, source, transactionId, productId, credits })
    return { state: 'booked', note: `${credits} credits: ${bought}` }
  }

function refundedShare(fields: Fields): number {
  const [refunded, amount] = ['refunded_amount', 'amount'].map((name) => Number(fields.get(name) ?? Number.NaN))
  const share = (refunded ?? Number.NaN) / (amount ?? Number.NaN)
  return share >= 0 && share <= 1 ? share : 1
}
