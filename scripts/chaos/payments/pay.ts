import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SeededRandom, seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { Platelight } from '@platelight/sdk'
import type { AnswerLog } from '../answers-given.ts'
import { retryUntilAnswered } from '../callers.ts'
import type { PaymentLog, PaymentRecord } from './payment-log.ts'
import type { PaymentEvent, PaymentProviders, PaymentSource } from './payment-providers.ts'

export interface Payer {
  readonly account: { readonly id: string; readonly name: string; readonly key: string }
  readonly url: string
  readonly providers: PaymentProviders
  readonly paymentLog: PaymentLog
  readonly answerLog: AnswerLog
  readonly seed: number
  /** The longest pause between two payments of a kind. */
  readonly pauseMs: number
  /** The longest time without a reply. */
  readonly longestReplyMs: number
}

const AGAIN_MS = 1_000
const SENDING_MS = 30_000
/** Providers send an event again for days. */
const LONGEST_SENDING_MS = 1_200_000
/** No further payment is made while so many sendings are not acknowledged. */
const MOST_OPEN = 40
/** An event is late by this much at most. Those of one payment come in any order. */
const LATE_MS = 1_500
const RESTORED_AT_ONCE = 100

/**
 * Pays in every way until the signal, and returns when all providers have been told that everything they sent was received. They
 * send each event twice, and each sending again until it is answered 2xx.
 */
export async function pay(payer: Payer, signal: AbortSignal): Promise<void> {
  const { account, url, providers, paymentLog, answerLog, seed, longestReplyMs } = payer
  const client = new Platelight({ apiKey: account.key, baseUrl: url, maxRetries: 2, logLevel: 'off' })
  const onOutrage = (what: string) => void answerLog.outrages.push(`${account.name}: ${what}`)
  const following: Promise<unknown>[] = []
  const kept: string[] = []
  let open = 0

  const record = (source: PaymentSource, transactionId: string, credits: number, share: number): PaymentRecord => {
    const payment = { accountId: account.id, source, transactionId, credits, share, grantedReplies: 0 }
    paymentLog.payments.push(payment)
    return payment
  }

  /** Sends an event until it is acknowledged. */
  const send = async (event: PaymentEvent, afterMs: number): Promise<void> => {
    const { receiver, key, body, headers } = event
    await sleep(afterMs)
    const giveUpAt = Date.now() + LONGEST_SENDING_MS
    open++
    for (;;) {
      paymentLog.sendings++
      const status = await statusOf(`${url}/api/webhooks/${receiver}`, body, headers())
      const mayPass = status === 0 || status === 429 || status > 500
      if (!mayPass || Date.now() > giveUpAt) open--
      if (status === 200) return void paymentLog.acknowledged.push({ receiver, key })
      if (!mayPass || Date.now() > giveUpAt) return onOutrage(`an event of ${receiver} was answered with ${status}`)
      await sleep(AGAIN_MS)
    }
  }

  /** Both sendings of an event, in any order with others. */
  const sendTwice = (event: PaymentEvent, chance: SeededRandom): Promise<void>[] =>
    [0, 1].map(() => send(event, chance.between(0, LATE_MS)))

  const ways: Record<PaymentSource, (number: number, chance: SeededRandom) => Promise<void>> = {
    async cardpay(number, chance) {
      if (chance.happens(0.25)) return subscribeByCard(number, chance)
      const payment = `pi_${account.name}-${seed}-${number}`
      const at = Math.floor(Date.now() / 1000)
      const checkout = { id: `cs_${payment}`, payment_status: 'paid', payment_intent: payment }
      const named = { client_reference_id: account.id, metadata: { product_id: providers.product('credits.50') } }
      const charge = { id: `ch_${payment}`, payment_intent: payment, amount: 1250 }
      const events = [providers.card('checkout.session.completed', { ...checkout, ...named }, at)]
      const back = (amount_refunded: number, after: number) =>
        void events.push(providers.card('charge.refunded', { ...charge, amount_refunded }, at + after))
      const disputed = (what: string, after: number) =>
        void events.push(providers.card(`charge.dispute.funds_${what}`, { ...charge, charge: charge.id }, at + after))
      const end = chance.pick(['kept', 'kept', 'half back', 'back', 'disputed', 'dispute won'])
      if (end === 'half back' || end === 'back') back(625, 1)
      if (end === 'back') back(1250, 2)
      if (end === 'disputed' || end === 'dispute won') disputed('withdrawn', 1)
      if (end === 'dispute won') disputed('reinstated', 2)
      record('cardpay', payment, 50, end === 'half back' ? 0.5 : end === 'back' || end === 'disputed' ? 1 : 0)
      following.push(...events.flatMap((event) => sendTwice(event, chance)))
    },

    async regionalpay(number, chance) {
      const invoice_id = `rp_${account.name}-${seed}-${number}`
      const paid = { status: 'PAID', invoice_id, amount: '19.00', account_id: account.id, credits: '40' }
      const back = { status: 'PARTIALLY_REFUNDED', invoice_id, amount: '19.00', refunded_amount: '9.50' }
      const events = [providers.regional(paid)]
      const end = chance.pick(['kept', 'kept', 'half back', 'back'])
      if (end !== 'kept') events.push(providers.regional(back))
      if (end === 'back') events.push(providers.regional({ ...back, status: 'REFUNDED', refunded_amount: '19.00' }))
      record('regionalpay', invoice_id, 40, end === 'half back' ? 0.5 : end === 'back' ? 1 : 0)
      following.push(...events.flatMap((event) => sendTwice(event, chance)))
    },

    async appstore(_, chance) {
      // Of a token that is not known yet, the account is known when the app shows the transaction.
      const isTokenNew = chance.happens(0.3)
      const appAccountToken = isTokenNew ? randomUUID() : await token
      if (appAccountToken === undefined) return
      const transaction = providers.transaction({ appAccountToken })
      const signed = providers.signed(transaction)
      kept.push(signed)
      const { purchaseDate } = transaction
      const isShown = isTokenNew || chance.happens(0.5)
      const end = chance.pick(['kept', 'kept', 'back', 'taken again'])
      const events =
        isShown && chance.happens(0.3) ? [] : [providers.notification('ONE_TIME_CHARGE', transaction, purchaseDate)]
      if (end !== 'kept') {
        const back = { ...transaction, revocationDate: purchaseDate + 1, revocationReason: 0 }
        events.push(providers.notification('REFUND', back, purchaseDate + 2))
      }
      if (end === 'taken again') events.push(providers.notification('REFUND_REVERSED', transaction, purchaseDate + 3))
      const payment = record('appstore', transaction.transactionId, 10, end === 'back' ? 1 : 0)
      following.push(...events.flatMap((event) => sendTwice(event, chance)))
      if (isShown) following.push(show(payment, signed, chance.between(0, LATE_MS)))
    },

    /** A subscription that is renewed as soon as the server has acknowledged the renewal before: it reads the newest only. */
    async subscriptions(number, chance) {
      const start = Date.parse('2026-01-01T00:00:00Z') + number * 3_600_000
      const id = `${account.name}-${seed}-${number}`
      const bought = {
        store: 'play_store',
        original_purchase_date: '2026-01-01T00:00:00Z',
        purchase_date: new Date(start).toISOString(),
        expires_date: new Date(Date.now() + 86_400_000).toISOString(),
        store_transaction_id: id,
      }
      const payment = record('subscriptions', `play_store:${id}`, 200, 0)
      const tell = async (type: string, more: object) => {
        providers.setSubscriber(account.id, { [providers.product('growth.monthly')]: { ...bought, ...more } })
        const sendings = sendTwice(providers.subscriber(type, account.id), chance)
        following.push(...sendings)
        await Promise.race(sendings)
      }
      const isBack = chance.happens(0.3)
      if (chance.happens(0.2)) {
        providers.setOutage(true)
        following.push(sleep(chance.between(100, 600)).then(() => providers.setOutage(false)))
      }
      await tell('RENEWAL', {})
      if (!isBack) return
      payment.share = 1
      await tell('CANCELLATION', { refunded_at: new Date().toISOString() })
    },
  }

  /** A plan by card, which is renewed once. Its invoices may come before its checkout, and a refund before both. */
  function subscribeByCard(number: number, chance: SeededRandom): void {
    const id = `sub_${account.name}-${seed}-${number}`
    const at = Math.floor(Date.now() / 1000)
    const [first, second, third] = [at, at + 2_592_000, at + 5_184_000]
    const invoice = (place: number, start: number, end: number) => ({
      ...{ id: `in_${id}-${place}`, subscription: id, payment_intent: `pi_${id}-${place}`, amount_paid: 2000 },
      billing_reason: place === 1 ? 'subscription_create' : 'subscription_cycle',
      lines: { data: [{ amount: 2000, period: { start, end } }] },
    })
    const session = { id: `cs_${id}`, payment_status: 'paid', subscription: id, invoice: `in_${id}-1` }
    const named = { client_reference_id: account.id, metadata: { product_id: providers.product('growth.monthly') } }
    const events = [
      providers.card('checkout.session.completed', { ...session, ...named }, at),
      providers.card('invoice.paid', invoice(1, first, second), at),
      providers.card('invoice.paid', invoice(2, second, third), at + 1),
    ]
    const isBack = chance.happens(0.5)
    const charge = { id: `ch_${id}`, payment_intent: `pi_${id}-2`, amount: 2000, amount_refunded: 2000 }
    if (isBack) events.push(providers.card('charge.refunded', charge, at + 2))
    record('cardpay', `${id}:first`, 200, 0)
    record('cardpay', `in_${id}-2`, 200, isBack ? 1 : 0)
    following.push(...events.flatMap((event) => sendTwice(event, chance)))
  }

  /** The app of the buyer shows a transaction. */
  const show = async (payment: PaymentRecord, signed_transaction: string, afterMs: number): Promise<void> => {
    await sleep(afterMs)
    // One key for all attempts: a key of its own for each would leave those of killed servers behind.
    const idempotencyKey = randomUUID()
    const work = () => client.purchases.appstoreVerify({ signed_transaction }, { idempotencyKey })
    const outcome = await retryUntilAnswered(work, onOutrage, longestReplyMs)
    if (!outcome.ok) onOutrage(`${payment.transactionId} was answered with ${outcome.code}`)
    else if (outcome.value.status === 'granted') payment.grantedReplies++
  }

  const token = retryUntilAnswered(() => client.purchases.subscriptionsConfig(), onOutrage, longestReplyMs).then(
    (outcome) => (outcome.ok ? outcome.value.app_account_token : undefined),
  )
  const payInOneWay = async (source: PaymentSource): Promise<void> => {
    const chance = seededRandom(seed, source)
    for (let number = 0; !signal.aborted; number++) {
      if (open < MOST_OPEN) await ways[source](number, chance)
      await sleep(chance.between(0, payer.pauseMs), undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all((Object.keys(ways) as PaymentSource[]).map(payInOneWay))
  await Promise.all(following)

  // Whoever restores their purchases has all of them, also those that waited for their account.
  for (let at = 0; at < kept.length; at += RESTORED_AT_ONCE) {
    const signed_transactions = kept.slice(at, at + RESTORED_AT_ONCE)
    const idempotencyKey = randomUUID()
    const work = () => client.purchases.appstoreRestore({ signed_transactions }, { idempotencyKey })
    const outcome = await retryUntilAnswered(work, onOutrage, longestReplyMs)
    const left = outcome.ok ? outcome.value.restored.filter(({ status }) => status !== 'already_granted') : [outcome]
    for (const one of left) onOutrage(`a purchase was restored as ${JSON.stringify(one)}`)
  }
}

/** 0 without a reply. */
async function statusOf(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
    const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(SENDING_MS) })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 0
  }
}
