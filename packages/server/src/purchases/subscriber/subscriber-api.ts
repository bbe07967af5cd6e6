import type { SubscriptionProviderSettings } from '../../base/config/payment-settings.ts'
import { ServiceError } from '../../base/service-error.ts'
import { notConfigured } from '../not-configured.ts'

/** One thing that a subscriber has bought. Times are ISO 8601; those of the future say what will be. */
interface Bought {
  readonly store?: string
  readonly is_sandbox?: boolean
  readonly purchase_date?: string | null
  readonly store_transaction_id?: string | number | null
}
export interface BoughtOnce extends Bought {
  readonly id?: string
}
export interface Subscribed extends Bought {
  readonly original_purchase_date?: string | null
  readonly expires_date?: string | null
  readonly grace_period_expires_date?: string | null
  readonly unsubscribe_detected_at?: string | null
  readonly billing_issues_detected_at?: string | null
  readonly refunded_at?: string | null
  readonly ownership_type?: string
}

/** What the provider of subscriptions knows about a subscriber. */
export interface Subscriber {
  /** When the provider said it, by its clock. */
  readonly statedAt: Date
  /** The id by which the provider first knew it. */
  readonly originalId: string | undefined
  readonly subscriptions: Readonly<Record<string, Subscribed>>
  readonly once: Readonly<Record<string, readonly BoughtOnce[]>>
}

export type SubscriberApi = ReturnType<typeof createSubscriberApi>

const RETRY_SECONDS = 60

/** Reads subscribers from the REST API of the provider of subscriptions: `GET {url}/subscribers/{id}`. */
export function createSubscriberApi(
  { url, key, missing }: SubscriptionProviderSettings,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
) {
  return {
    /**
     * @returns Undefined when the provider does not know the subscriber.
     * @throws ServiceError `not_configured`; `provider_unavailable`
     */
    async read(id: string): Promise<Subscriber | undefined> {
      if (missing !== undefined) throw notConfigured(missing)
      const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
      const reply = await fetch(`${url}/subscribers/${encodeURIComponent(id)}`, { headers }).catch((error: Error) => {
        throw unavailable(`The subscription provider does not answer: ${error.message}`)
      })
      if (reply.status === 404) return undefined
      if (!reply.ok) throw unavailable(`The subscription provider answers ${reply.status}.`)
      const subscriber = subscriberIn(await reply.json().catch(() => undefined))
      if (!subscriber) throw unavailable('The answer of the subscription provider is not about a subscriber.')
      return subscriber
    },
  }
}

function subscriberIn(answer: unknown): Subscriber | undefined {
  if (!isObject(answer) || !isObject(answer.subscriber)) return undefined
  const { subscriber, request_date_ms, request_date } = answer
  const statedAt = new Date((request_date_ms ?? request_date ?? Date.now()) as number | string)
  const { original_app_user_id, subscriptions = {}, non_subscriptions = {} } = subscriber
  if (Number.isNaN(statedAt.getTime()) || !isObject(subscriptions) || !isObject(non_subscriptions)) return undefined
  return {
    statedAt,
    originalId: typeof original_app_user_id === 'string' ? original_app_user_id : undefined,
    subscriptions: subscriptions as Subscriber['subscriptions'],
    once: non_subscriptions as Subscriber['once'],
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unavailable = (message: string): ServiceError =>
  new ServiceError('provider_unavailable', `${message} Nothing was changed; it is tried again.`, {}, RETRY_SECONDS)
