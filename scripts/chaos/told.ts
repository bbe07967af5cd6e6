/** What a caller was answered to one sending of an order. */
export type Answer =
  | { readonly ok: true; readonly id: string | number; readonly body: string }
  | { readonly ok: false; readonly code: string; readonly status: number }

/** One order: everything that was ever sent under one Idempotency-Key. */
export interface OrderTold {
  readonly account: string
  readonly kind: string
  /** Its key, which its pictures carry too. */
  readonly tag: string
  readonly answers: Answer[]
}

/** A job of an order, as its caller saw it end. */
export interface EndTold {
  readonly account: string
  readonly id: string | number
  readonly end: 'succeeded' | 'failed' | 'revoked' | 'gone'
}

/** The answer to DELETE of a job or a photo. */
export interface WithdrawalTold {
  readonly account: string
  readonly id: string
  readonly answer: 'done' | 'too_late' | 'not_found'
}

/** Everything that callers were told. What they were told has to be so in the end. */
export interface Told {
  readonly orders: OrderTold[]
  readonly ends: EndTold[]
  readonly revocations: WithdrawalTold[]
  readonly deletions: WithdrawalTold[]
  /** Deliveries that were ordered again. */
  redeliveries: number
  /** Answers that nobody should get: 500, or none for minutes. */
  readonly outrages: string[]
}

export const createTold = (): Told => ({
  ...{ orders: [], ends: [], revocations: [], deletions: [], redeliveries: 0, outrages: [] },
})
