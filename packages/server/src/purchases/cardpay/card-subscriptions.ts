import { type Catalogue, type PlanProduct, planProductIn } from '../../base/plans/plan-catalogue.ts'
import type { Clock } from '../../base/ports.ts'
import type { Db } from '../../database/open-database.ts'
import type { SubscriptionState } from '../../database/schema/subscription-tables.ts'
import { lock } from '../../database/transaction-lock.ts'
import type { BookedEvent } from '../inbound/inbound-events.ts'
import { accountIn } from '../inbound/payment-facts.ts'
import { periodEnd } from '../period-end.ts'
import type { PurchaseBooks } from '../purchase-books.ts'
import { GRACE_MS, type SubscriptionBooks } from '../subscription-books.ts'
import { type SubscriptionRow, subscriptionRepository } from '../subscription-repository.ts'
import {
  type CardCheckout,
  type CardInvoice,
  type CardSubscription,
  type Metadata,
  type Price,
  refId,
} from './card-objects.ts'

interface Dependencies {
  readonly clock: Clock
  readonly books: PurchaseBooks
  readonly subscriptions: SubscriptionBooks
  readonly catalogue: Catalogue
}

/** What an event says about a subscription. */
interface Told {
  readonly subscriptionId: string
  readonly names: readonly (Metadata | undefined | null)[]
  readonly price?: Price | null | undefined
  readonly state: SubscriptionState
  readonly willRenew?: boolean
  readonly graceUntil?: Date
  /** In seconds. Without it, a paid period begins with the event, and any other is the one that is known. */
  readonly period?: { readonly start: number; readonly end: number } | undefined
  /** The payment of the period, with the share of the product's credits that it bought; undefined if it is not paid yet. */
  readonly paid?: { readonly transactionId: string; readonly share: number } | undefined
  readonly statedAt: Date
  /** Whether nothing follows. */
  readonly isEnd?: boolean
}

const source = 'cardpay'
const STATES: Readonly<Record<string, SubscriptionState>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'grace',
  unpaid: 'billing_retry',
}
/** The last millisecond of a second. The provider counts in whole ones. */
const LAST_MS = 999

export type CardSubscriptions = ReturnType<typeof createCardSubscriptions>

/**
 * Subscriptions that are paid by card. A checkout or the metadata of the subscription names account and product; each paid invoice
 * grants one period. The first payment is known by the subscription, so a checkout and its invoice grant it once.
 */
export function createCardSubscriptions({ clock, books, subscriptions, catalogue }: Dependencies) {
  const timeOf = (created: number | undefined): Date =>
    Number.isFinite(created) ? new Date(Number(created) * 1000) : clock.now()

  /** Of what is said in the same second, what comes later counts, unless it is about an earlier period. The end is always last. */
  const orderOf = ({ statedAt, isEnd }: Told, start: Date, known: SubscriptionRow | undefined): Date => {
    const before = Date.parse(known?.stated_at ?? '')
    const at = statedAt.getTime()
    if (isEnd) return new Date(at + LAST_MS)
    const isTie = before >= at && before < at + LAST_MS && start.toISOString() >= (known?.period_start ?? '')
    return isTie ? new Date(Math.min(before + 1, at + LAST_MS - 1)) : statedAt
  }

  const productOf = ({ names, price }: Told, known: SubscriptionRow | undefined): PlanProduct | undefined => {
    // A price comes first: whoever changes the plan at the provider leaves the metadata as it was.
    const ids = [
      price?.id,
      price?.lookup_key,
      refId(price?.product),
      ...names.map((one) => one?.product_id),
      known?.product_id,
    ]
    for (const id of ids) {
      const product = id ? planProductIn(catalogue, id) : undefined
      if (product) return product
    }
    return undefined
  }

  const tell = async (tx: Db, told: Told): Promise<BookedEvent> => {
    const { subscriptionId, state, willRenew = true, graceUntil, paid } = told
    const id = `${source}:${subscriptionId}`
    await lock(tx, 'subscriptions', id)
    const known = await subscriptionRepository(tx).byId(id)
    const product = productOf(told, known)
    if (!product) return { state: 'waiting', note: 'the product of its subscription is not known yet', waitsFor: id }
    let accountId: string | undefined
    for (const named of told.names) accountId ??= await accountIn(tx, named?.account_id)
    const { start, end } = periodOf(told, product, known)
    const isOver = state === 'active' && end <= clock.now()
    const applied = await subscriptions.apply(tx, {
      ...{ source, subscriptionId, accountId, productId: product.id, plan: product.plan },
      state: isOver ? 'expired' : state,
      willRenew,
      graceUntil,
      period: {
        start,
        end,
        credits: Math.floor(product.credits * (paid?.share ?? 0)),
        ...(paid && { transactionId: paid.transactionId }),
      },
      isPaid: paid !== undefined,
      statedAt: orderOf(told, start, known),
    })
    const { credits, outcome } = applied
    const note =
      applied.accountId === null
        ? 'its account is not known yet'
        : `${product.plan} plan, ${credits} credits: ${outcome}`
    return { state: 'booked', note, accountId: applied.accountId ?? undefined, wakes: known ? undefined : id }
  }

  /** By which payment an invoice is known. Whatever else names it leads there. */
  const paymentOf = async (tx: Db, subscriptionId: string, invoice: CardInvoice): Promise<string> => {
    const known = await books.paymentOf(tx, source, invoice.id)
    const transactionId = invoice.billing_reason === 'subscription_create' ? firstOf(subscriptionId) : known
    const intents = [
      invoice.payment_intent,
      ...(invoice.payments?.data ?? []).map(({ payment }) => payment?.payment_intent),
    ]
    for (const other of [invoice.id, ...intents.map(refId)])
      if (other) await books.addName(tx, source, other, transactionId)
    return transactionId
  }

  return {
    /** A checkout that began a subscription. */
    async begin(tx: Db, session: CardCheckout, created: number | undefined): Promise<BookedEvent> {
      const subscriptionId = refId(session.subscription) ?? ''
      const transactionId = firstOf(subscriptionId)
      const isPaid = session.payment_status === 'paid' && session.amount_total !== 0
      for (const other of [session.invoice, session.payment_intent].map(refId))
        if (other && isPaid) await books.addName(tx, source, other, transactionId)
      const booked = await tell(tx, {
        subscriptionId,
        names: [{ ...session.metadata, account_id: session.client_reference_id ?? session.metadata?.account_id }],
        state: 'active',
        paid: isPaid ? { transactionId, share: 1 } : undefined,
        statedAt: timeOf(created),
      })
      await books.settleNames(tx, source, transactionId)
      return booked
    },

    /** A paid invoice. One between two periods, for a larger plan, buys the share of its credits that it pays. */
    async paid(tx: Db, invoice: CardInvoice, created: number | undefined): Promise<BookedEvent> {
      const { subscriptionId, names, line, price } = factsOf(invoice)
      if (subscriptionId === undefined) return { state: 'ignored', note: 'it is the invoice of no subscription' }
      const { amount_paid, billing_reason } = invoice
      if ((amount_paid ?? 0) < 0) return { state: 'ignored', note: `its amount_paid ${amount_paid} is below 0` }
      const isBetween = billing_reason === 'subscription_update'
      const share = isBetween ? Math.min(1, (amount_paid ?? 0) / (price?.unit_amount || Number.POSITIVE_INFINITY)) : 1
      const transactionId = await paymentOf(tx, subscriptionId, invoice)
      const booked = await tell(tx, {
        ...{ subscriptionId, names, price, state: 'active', period: line?.period },
        // A trial costs nothing and grants nothing.
        paid: amount_paid === 0 ? undefined : { transactionId, share },
        statedAt: timeOf(created),
      })
      await books.settleNames(tx, source, transactionId)
      return booked
    },

    /** The payment intent by which an invoice was paid, so that a refund which names it alone finds the payment. */
    async addName(tx: Db, invoiceId: string | undefined, intent: string | undefined): Promise<BookedEvent> {
      if (invoiceId === undefined || intent === undefined)
        return { state: 'ignored', note: 'it names no invoice or payment' }
      const transactionId = await books.paymentOf(tx, source, invoiceId)
      await books.addName(tx, source, intent, transactionId)
      await books.settleNames(tx, source, transactionId)
      return { state: 'booked', note: `${intent} is a name of ${transactionId}` }
    },

    /** A payment that failed. The plan goes on for a while, because the provider tries it again. */
    async failed(tx: Db, invoice: CardInvoice, created: number | undefined): Promise<BookedEvent> {
      const { subscriptionId, names, line, price } = factsOf(invoice)
      if (subscriptionId === undefined) return { state: 'ignored', note: 'it is the invoice of no subscription' }
      if (invoice.billing_reason === 'subscription_create')
        return { state: 'ignored', note: 'the first payment failed, so nothing has begun' }
      const statedAt = timeOf(created)
      const unpaidFrom = line?.period ? line.period.start * 1000 : statedAt.getTime()
      const graceUntil = new Date(unpaidFrom + GRACE_MS)
      return tell(tx, { subscriptionId, names, price, state: 'grace', graceUntil, period: line?.period, statedAt })
    },

    /** What the provider says about a subscription itself. Only invoices grant credits. */
    async changed(
      tx: Db,
      subscription: CardSubscription,
      created: number | undefined,
      isEnd = false,
    ): Promise<BookedEvent> {
      const { id, status, metadata, items, cancel_at_period_end, cancel_at, current_period_start, current_period_end } =
        subscription
      const [item] = items?.data ?? []
      const start = current_period_start ?? item?.current_period_start
      const end = current_period_end ?? item?.current_period_end
      const period = start !== undefined && end !== undefined && end > start ? { start, end } : undefined
      if (status === 'incomplete') return { state: 'ignored', note: 'nothing is paid yet' }
      const state = isEnd ? 'expired' : (STATES[status ?? ''] ?? 'expired')
      const statedAt = timeOf(created)
      return tell(tx, {
        ...{ subscriptionId: id, names: [metadata], price: item?.price, state, period, statedAt, isEnd },
        willRenew: !isEnd && !cancel_at_period_end && !cancel_at,
        ...(state === 'grace' && { graceUntil: new Date((start ?? created ?? 0) * 1000 + GRACE_MS) }),
      })
    },
  }
}

function periodOf({ period, paid, statedAt }: Told, product: PlanProduct, known: SubscriptionRow | undefined) {
  if (period) return { start: new Date(period.start * 1000), end: new Date(period.end * 1000) }
  if (!paid && known?.period_end) return { start: new Date(known.period_start), end: new Date(known.period_end) }
  return { start: statedAt, end: periodEnd(statedAt, product.period) }
}

const firstOf = (subscriptionId: string): string => `${subscriptionId}:first`

/** The subscription of an invoice, what names its account and product, and the line of its newest period. */
function factsOf(invoice: CardInvoice) {
  const details = invoice.parent?.subscription_details ?? invoice.subscription_details
  const lines = (invoice.lines?.data ?? []).filter(({ period, amount }) => period !== undefined && (amount ?? 0) >= 0)
  const line = lines.sort((one, other) => (other.period?.end ?? 0) - (one.period?.end ?? 0))[0]
  const { pricing } = line ?? {}
  const price = pricing
    ? { ...pricing.price_details, id: pricing.price_details?.price, unit_amount: Number(pricing.unit_amount_decimal) }
    : line?.price
  return {
    subscriptionId: refId(invoice.subscription ?? invoice.parent?.subscription_details?.subscription),
    names: [details?.metadata, line?.metadata, invoice.metadata],
    line,
    price,
  }
}
