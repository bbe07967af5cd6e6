/** What a caller was answered to one sending of an order. */
export type Answer =
  | { readonly ok: true; readonly id: string | number; readonly body: string }
  | { readonly ok: false; readonly code: string; readonly status: number }

/** One order: everything that was ever sent under one Idempotency-Key. */
export interface OrderRecord {
  readonly account: string
  readonly kind: string
  /** Its key, which its pictures carry too. */
  readonly tag: string
  readonly answers: Answer[]
}

/** A job of an order, as its caller saw it end. */
export interface EndRecord {
  readonly account: string
  readonly id: string | number
  readonly end: 'succeeded' | 'failed' | 'revoked' | 'gone'
}

/** The answer to DELETE of a job or a photo. */
export interface CancelRecord {
  readonly account: string
  readonly id: string
  readonly answer: 'done' | 'too_late' | 'not_found'
}

/** Everything that callers were told. What they were told has to be so in the end. */
export interface AnswerLog {
  readonly orders: OrderRecord[]
  readonly ends: EndRecord[]
  readonly revocations: CancelRecord[]
  readonly deletions: CancelRecord[]
  /** Deliveries that were ordered again. */
  redeliveries: number
  /** Answers that nobody should get: 500, or none for minutes. */
  readonly outrages: string[]
}

export const createAnswerLog = (): AnswerLog => ({
  ...{ orders: [], ends: [], revocations: [], deletions: [], redeliveries: 0, outrages: [] },
})
