import type { PaymentEvent, PaymentSource } from './payment-providers.ts'

/** A payment, as its provider has it in the end. */
export interface PaymentRecord {
  readonly accountId: string
  readonly source: PaymentSource
  readonly transactionId: string
  readonly credits: number
  /** The share that was paid back, 0 to 1. */
  share: number
  /** How often the buyer was told that it was granted by their own request. */
  grantedReplies: number
}

/** All payments, and what their providers know about the events that they sent. */
export interface PaymentLog {
  readonly payments: PaymentRecord[]
  /** Events that were acknowledged, once for each sending. */
  readonly acknowledged: Pick<PaymentEvent, 'receiver' | 'key'>[]
  /** All sendings, those without a reply included. */
  sendings: number
}

export const createPaymentLog = (): PaymentLog => ({ payments: [], acknowledged: [], sendings: 0 })
