/** The reply to one sending of an order. */
export type Answer =
  | { readonly ok: true; readonly id: string | number; readonly body: string }
  | { readonly ok: false; readonly code: string; readonly status: number }

/** One order: everything that was sent under one Idempotency-Key. */
export interface OrderRecord {
  readonly account: string
  readonly kind: string
  /** Its tag, which is also in its pictures. */
  readonly tag: string
  readonly answers: Answer[]
}

/** A job of an order, with the end that its caller saw. */
export interface EndRecord {
  readonly account: string
  readonly id: string | number
  readonly end: 'succeeded' | 'failed' | 'revoked' | 'gone'
}

/** The reply to DELETE of a job or a photo. */
export interface CancelRecord {
  readonly account: string
  readonly id: string
  readonly answer: 'done' | 'too_late' | 'not_found'
}

/** Everything that callers received. At the end it must be true. */
export interface AnswerLog {
  readonly orders: OrderRecord[]
  readonly ends: EndRecord[]
  readonly revocations: CancelRecord[]
  readonly deletions: CancelRecord[]
  /** Deliveries that were redelivered. */
  redeliveries: number
  /** Replies that nobody should get: 500, or none for minutes. */
  readonly outrages: string[]
}

export const createAnswerLog = (): AnswerLog => ({
  orders: [],
  ends: [],
  revocations: [],
  deletions: [],
  redeliveries: 0,
  outrages: [],
})
