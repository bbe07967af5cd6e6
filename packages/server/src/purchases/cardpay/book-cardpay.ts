import { type Catalogue, planProductIn } from '../../base/plans/plan-catalogue.ts'
import type { Db } from '../../database/open-database.ts'
import type { BookEvent, BookedEvent } from '../inbound/inbound-events.ts'
import { accountIn, creditsIn, refundedShare, textOf } from '../inbound/payment-facts.ts'
import type { PlanPayments } from '../plan-payments.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import {
  type CardCharge,
  type CardCheckout,
  type CardDispute,
  type CardInvoice,
  type CardInvoicePayment,
  type CardSubscription,
  refId,
} from './card-objects.ts'
import type { CardSubscriptions } from './card-subscriptions.ts'

interface Dependencies {
  readonly books: PurchaseBooks
  readonly plans: PlanPayments
  readonly subscriptions: CardSubscriptions
  readonly catalogue: Catalogue
}

const source = 'cardpay'

const ignored = (note: string, accountId?: string): BookedEvent => ({ state: 'ignored', note, accountId })

/**
 * Books an event of the card-payment provider. A payment is known by its payment intent. A completed checkout names the
 * account (`client_reference_id`, or `account_id` of the metadata) and what was bought (`product_id` or `credits`).
 */
export function createBookCardpay({ books, plans, subscriptions, catalogue }: Dependencies): BookEvent {
  const refund = async (tx: Db, transactionId: string, share: number, created: number | undefined) => {
    const asOf = Number.isFinite(created) ? new Date(Number(created) * 1000) : undefined
    const taken = await plans.refund(tx, { source, transactionId, share, asOf })
    const accountId = await books.accountOf(tx, source, transactionId)
    return { state: 'booked', note: `${taken} credits taken back`, accountId } as const
  }

  const checkout = async (tx: Db, session: CardCheckout, created: number | undefined): Promise<BookedEvent> => {
    const { id, payment_status, payment_intent, amount_total, client_reference_id, metadata, subscription } = session
    const isTrial = payment_status === 'no_payment_required' && subscription
    if (payment_status !== 'paid' && !isTrial) return ignored(`the payment is ${payment_status}`)
    if ((amount_total ?? 0) < 0) return ignored(`its amount_total ${amount_total} is below 0`)
    const accountId = await accountIn(tx, client_reference_id ?? metadata?.account_id)
    if (accountId === undefined) return ignored('it names no account of this server')
    const productId = metadata?.product_id ?? null
    const product = productId === null ? undefined : planProductIn(catalogue, productId)
    if (subscription && product) return subscriptions.begin(tx, session, created)
    const transactionId = refId(payment_intent) ?? id
    if (product) {
      const note = await plans.pay(tx, { accountId, source, transactionId, product })
      return { state: 'booked', note, accountId }
    }
    const credits = creditsIn(catalogue, { productId, credits: metadata?.credits })
    if (typeof credits === 'object') return ignored(credits.reason, accountId)
    const bought = await books.buy(tx, { accountId, source, transactionId, productId, credits })
    return { state: 'booked', note: `${credits} credits: ${bought}`, accountId }
  }

  return async (body) => {
    const event = JSON.parse(textOf(body)) as { type: string; created?: number; data: { object: unknown } }
    const { type, created } = event
    return async (tx) => {
      const { object } = event.data ?? {}
      switch (type) {
        case 'charge.refunded': {
          const { id, invoice, payment_intent, amount, amount_refunded } = object as CardCharge
          const share = refundedShare(amount_refunded, amount)
          if (share === undefined) return ignored(`its amount_refunded ${amount_refunded} is not from 0 to its amount`)
          return refund(tx, refId(payment_intent) ?? refId(invoice) ?? id, share, created)
        }
        // The provider takes the whole payment while a dispute is open, and returns it when the dispute is won.
        case 'charge.dispute.funds_withdrawn':
        case 'charge.dispute.funds_reinstated': {
          const { charge, payment_intent } = object as CardDispute
          const share = type === 'charge.dispute.funds_withdrawn' ? 1 : 0
          return refund(tx, refId(payment_intent) ?? refId(charge) ?? '', share, created)
        }
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
          return checkout(tx, object as CardCheckout, created)
        case 'invoice.paid':
        case 'invoice.payment_succeeded':
          return subscriptions.paid(tx, object as CardInvoice, created)
        case 'invoice.payment_failed':
          return subscriptions.failed(tx, object as CardInvoice, created)
        case 'invoice_payment.paid': {
          const { invoice, payment } = object as CardInvoicePayment
          return subscriptions.addName(tx, refId(invoice), refId(payment?.payment_intent))
        }
        case 'customer.subscription.created':
        case 'customer.subscription.updated':
        case 'customer.subscription.paused':
        case 'customer.subscription.resumed':
          return subscriptions.changed(tx, object as CardSubscription, created)
        case 'customer.subscription.deleted':
          return subscriptions.changed(tx, object as CardSubscription, created, true)
        default:
          return ignored(`nothing is booked for ${type}`)
      }
    }
  }
}
