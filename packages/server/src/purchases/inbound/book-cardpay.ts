import type Stripe from 'stripe'
import type { Catalogue } from '../../base/plans/plan-catalogue.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import type { BookEvent } from './inbound-events.ts'
import { accountIn, creditsIn, refundedShare, textOf } from './payment-facts.ts'

const source = 'cardpay'

/**
 * Books an event of the card-payment provider. A payment is known by its payment intent. A completed checkout names the
 * account (`client_reference_id`, or `account_id` of the metadata) and what was bought (`product_id` or `credits`).
 */
export const createBookCardpay =
  ({ books, catalogue }: { books: PurchaseBooks; catalogue: Catalogue }): BookEvent =>
  async (body) =>
  async (tx) => {
    const event = JSON.parse(textOf(body)) as Stripe.Event
    const asOf = Number.isFinite(event.created) ? new Date(event.created * 1000) : undefined
    const refund = async (payment: string | { id: string } | null, fallback: string, share: number) => {
      const transactionId = idOf(payment) ?? fallback
      const taken = await books.refund(tx, { source, transactionId, share, asOf })
      const accountId = await books.accountOf(tx, source, transactionId)
      return { state: 'booked', note: `${taken} credits taken back`, accountId } as const
    }
    switch (event.type) {
      case 'charge.refunded': {
        const { id, payment_intent, amount, amount_refunded } = event.data.object
        const share = refundedShare(amount_refunded, amount)
        if (share === undefined)
          return { state: 'ignored', note: `its amount_refunded ${amount_refunded} is not from 0 to its amount` }
        return refund(payment_intent, id, share)
      }
      // The provider takes the whole payment while a dispute is open, and returns it when the dispute is won.
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated': {
        const { charge, payment_intent } = event.data.object
        return refund(payment_intent, idOf(charge) ?? '', event.type === 'charge.dispute.funds_withdrawn' ? 1 : 0)
      }
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded': {
        const { id, payment_status, payment_intent, amount_total, client_reference_id, metadata } = event.data.object
        if (payment_status !== 'paid') return { state: 'ignored', note: `the payment is ${payment_status}` }
        if ((amount_total ?? 0) < 0) return { state: 'ignored', note: `its amount_total ${amount_total} is below 0` }
        const accountId = await accountIn(tx, client_reference_id ?? metadata?.account_id)
        if (accountId === undefined) return { state: 'ignored', note: 'it names no account of this server' }
        const productId = metadata?.product_id ?? null
        const credits = creditsIn(catalogue, { productId, credits: metadata?.credits })
        if (typeof credits === 'object') return { state: 'ignored', note: credits.reason, accountId }
        const transactionId = idOf(payment_intent) ?? id
        const bought = await books.buy(tx, { accountId, source, transactionId, productId, credits })
        return { state: 'booked', note: `${credits} credits: ${bought}`, accountId }
      }
      default:
        return { state: 'ignored', note: `nothing is booked for ${event.type}` }
    }
  }

const idOf = (named: string | { id: string } | null): string | undefined =>
  typeof named === 'string' ? named : named?.id
