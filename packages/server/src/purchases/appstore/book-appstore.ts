import type { NotificationTypeV2 } from '@apple/app-store-server-library'
import type { BookEvent } from '../inbound/inbound-events.ts'
import { textOf } from '../inbound/payment-facts.ts'
import type { AppstoreBooks } from './appstore-books.ts'
import { type Notification, payloadOf, type RenewalInfo, type Transaction } from './appstore-verifier.ts'

interface Meaning {
  readonly refund?: 'refunded' | 'reversed'
  /** Why nothing is booked for it. */
  readonly reason?: string
}

/** What each type means. Where nothing stands, the transaction of the notification is booked. */
const TYPES: Readonly<Record<`${NotificationTypeV2}`, Meaning>> = {
  ONE_TIME_CHARGE: {},
  SUBSCRIBED: {},
  DID_RENEW: {},
  OFFER_REDEEMED: {},
  DID_CHANGE_RENEWAL_PREF: {},
  DID_CHANGE_RENEWAL_STATUS: {},
  DID_FAIL_TO_RENEW: {},
  GRACE_PERIOD_EXPIRED: {},
  EXPIRED: {},
  RENEWAL_EXTENDED: {},
  REVOKE: { refund: 'refunded' },
  REFUND: { refund: 'refunded' },
  REFUND_REVERSED: { refund: 'reversed' },
  REFUND_DECLINED: { reason: 'the store gave no money back, so nothing changes' },
  CONSUMPTION_REQUEST: { reason: 'the store decides about the refund without an answer, and reports it' },
  RENEWAL_EXTENSION: { reason: 'it is about an extension for many; each subscription is reported for itself' },
  PRICE_INCREASE: { reason: 'a price changes nothing here until the next renewal' },
  PRICE_CHANGE: { reason: 'a price changes nothing here until the next renewal' },
  METADATA_UPDATE: { reason: 'names and texts of the store are not kept here' },
  MIGRATION: { reason: 'what the subscription becomes is reported with its next renewal' },
  EXTERNAL_PURCHASE_TOKEN: { reason: 'purchases outside the store are reported by their provider' },
  RESCIND_CONSENT: { reason: 'the consent of a parent is a matter of the app; no purchase changes' },
  TEST: { reason: 'it is a test' },
}

/**
 * Books a notification of the app store, which was verified before it was stored. Its transaction says what was bought; a
 * subscription has its renewal beside it.
 */
export const createBookAppstore =
  (books: Pick<AppstoreBooks, 'book'>): BookEvent =>
  async (body) =>
  async (tx) => {
    const { signedPayload } = JSON.parse(textOf(body)) as { signedPayload: string }
    const { notificationType = '(none)', subtype, data, signedDate } = payloadOf<Notification>(signedPayload) ?? {}
    const name = subtype ? `${notificationType} ${subtype}` : notificationType
    const ignored = (reason: string) => ({ state: 'ignored', note: `${name}: ${reason}` }) as const
    const type = isKnown(notificationType) ? TYPES[notificationType] : undefined
    if (type === undefined) return ignored('the type is unknown')
    if (type.reason !== undefined) return ignored(type.reason)
    const transaction = payloadOf<Transaction>(data?.signedTransactionInfo)
    if (!transaction) return ignored('it has no transaction')
    const booked = await books.book(tx, {
      transaction,
      renewal: payloadOf<RenewalInfo>(data?.signedRenewalInfo),
      status: data?.status,
      statedAt: new Date(signedDate ?? transaction.signedDate ?? 0),
      refund: type.refund,
    })
    return { ...booked, note: `${name}: ${booked.note}` }
  }

const isKnown = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type)
