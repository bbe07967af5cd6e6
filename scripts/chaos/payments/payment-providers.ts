import { createHash, createHmac, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { APP_ID, BUNDLE_ID, createAppStore, startSubscriptionProvider } from '#server-testing/payments'

export type PaymentSource = 'cardpay' | 'regionalpay' | 'appstore' | 'subscriptions'

/** What a provider sends to its receiver, until the receiver acknowledges it. */
export interface PaymentEvent {
  readonly receiver: PaymentSource
  /** What the receiver knows it by. */
  readonly key: string
  readonly body: string
  /** Signed at each sending. */
  readonly headers: () => Record<string, string>
}

export type PaymentProviders = Awaited<ReturnType<typeof createPaymentProviders>>

const CARDPAY = 'whsec_of_the_card_provider'
const REGIONALPAY = 'secret-of-the-regional-provider'
const SUBSCRIPTIONS = 'shared-with-the-provider'

/** The app store, the provider of subscriptions, and two providers of payments. They sign without the libraries of the server. */
export async function createPaymentProviders(folder: string) {
  const store = await createAppStore()
  const subscribers = await startSubscriptionProvider()
  const roots = join(folder, 'app-store-root.pem')
  await writeFile(roots, store.rootPem)
  return {
    /** The settings of a server that takes their payments. */
    env: {
      PLATELIGHT_CARDPAY_SECRET: CARDPAY,
      PLATELIGHT_REGIONALPAY_SECRET: REGIONALPAY,
      PLATELIGHT_APPSTORE_ROOT_CERTIFICATES: roots,
      PLATELIGHT_APPSTORE_BUNDLE_ID: BUNDLE_ID,
      PLATELIGHT_APPSTORE_APP_ID: String(APP_ID),
      PLATELIGHT_SUBSCRIPTIONS_URL: subscribers.url,
      PLATELIGHT_SUBSCRIPTIONS_KEY: 'sk_provider',
      PLATELIGHT_SUBSCRIPTIONS_SECRET: SUBSCRIPTIONS,
    },

    product: (name: string) => `${BUNDLE_ID}.${name}`,

    /** @param created in seconds */
    card(type: string, object: object, created: number): PaymentEvent {
      const key = `evt_${randomUUID()}`
      const body = JSON.stringify({ id: key, object: 'event', type, created, data: { object } })
      const headers = () => {
        const at = Math.floor(Date.now() / 1000)
        return { 'x-cardpay-signature': `t=${at},v1=${hmac(CARDPAY, `${at}.${body}`)}` }
      }
      return { receiver: 'cardpay', key, body, headers }
    },

    regional(fields: Readonly<Record<string, string>>): PaymentEvent {
      const names = Object.keys(fields).sort()
      const canonical = names.map((name) => `${name}=${fields[name]}`).join('&')
      const key = createHash('sha256').update(canonical).digest('hex')
      const headers = () => ({ 'x-regionalpay-signature': hmac(REGIONALPAY, canonical) })
      return { receiver: 'regionalpay', key, body: JSON.stringify(fields), headers }
    },

    /** A transaction for ten credits, unless it says otherwise. */
    transaction: store.transaction,

    /** A transaction as the app of its buyer gets it. */
    signed: (transaction: object) => store.jws(transaction),

    notification(type: string, transaction: object, signedDate: number): PaymentEvent {
      const key = randomUUID()
      const body = store.notification(type, transaction, { signedDate, id: key })
      return { receiver: 'appstore', key, body, headers: () => ({}) }
    },

    subscriber(type: string, accountId: string): PaymentEvent {
      const key = randomUUID()
      const body = JSON.stringify({ api_version: '1.0', event: { id: key, type, app_user_id: accountId } })
      return { receiver: 'subscriptions', key, body, headers: () => ({ authorization: `Bearer ${SUBSCRIPTIONS}` }) }
    },

    /** Sets what the provider of subscriptions answers about an account. */
    setSubscriber: (accountId: string, subscriptions: object) =>
      void subscribers.subscribers.set(accountId, { subscriptions }),

    /** The provider of subscriptions answers nothing but errors, or works again. */
    setOutage: (isOut: boolean) => subscribers.fail(isOut ? { status: 500 } : undefined),

    close: subscribers.close,
  }
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
