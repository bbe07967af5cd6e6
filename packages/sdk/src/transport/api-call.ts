import type { Meta } from './response-meta.ts'

/** Options of every call. */
export interface CallOptions {
  /** Ends the call at once in whichever phase: before, while waiting, while reading, between attempts. */
  readonly signal?: AbortSignal
  /** Deadline of each attempt in milliseconds. Default: the operation's own deadline + 5 s, 60 s where it has none. */
  readonly timeoutMs?: number
  /** How often a failed attempt is repeated. Default 2. */
  readonly maxRetries?: number
  /** The longest Retry-After to wait for, in milliseconds; above it the error comes at once. Default 60 000. */
  readonly maxRetryAfterMs?: number
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Options of a call that changes something. */
export interface WriteOptions extends CallOptions {
  /** Names this piece of work, so that repeating it within 24 h gives the first answer. Default: a new one per call. */
  readonly idempotencyKey?: string
}

/** Options of a call that costs credits. */
export interface SpendOptions extends WriteOptions {
  /** Refuses, with OverBudgetError, what would cost more credits than this. */
  readonly maxCredits?: number
}

/** A result with what its answer said beside it. */
export interface WithResponse<T> {
  readonly data: T
  readonly meta: Meta
  /** The answer itself; its body has been read. */
  readonly response: Response
}

/** A call on its way. Awaiting it gives the result; `withResponse()` also gives what came with it. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<WithResponse<T>>
}

/** Makes a call of an outcome. A failure nobody looks at is reported as an unhandled rejection, as it should be. */
export function createCall<T>(outcome: Promise<WithResponse<T>>): Call<T> {
  const data = () => outcome.then((whole) => whole.data)
  return {
    // biome-ignore lint/suspicious/noThenProperty: a call is a promise; deriving lazily keeps one rejection one.
    then: (onFulfilled, onRejected) => data().then(onFulfilled, onRejected),
    catch: (onRejected) => data().catch(onRejected),
    finally: (onFinally) => data().finally(onFinally),
    withResponse: () => outcome,
    [Symbol.toStringTag]: 'Call',
  }
}

/** A call whose result is made from that of another. */
export const mapCall = <T, U>(call: Call<T>, map: (data: T) => U): Call<U> =>
  createCall(call.withResponse().then(({ data, ...rest }) => ({ ...rest, data: map(data) })))
