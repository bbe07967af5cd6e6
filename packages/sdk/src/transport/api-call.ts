import type { Meta } from './response-meta.ts'

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call at once in every phase: before it starts, while it waits or reads, and between attempts. */
  readonly signal?: AbortSignal
  /** Deadline of each attempt in milliseconds. Default: the operation's own deadline (60 s if it has none) + 5 s. */
  readonly timeoutMs?: number
  /** How often a failed attempt is repeated. Default 2. */
  readonly maxRetries?: number
  /** The longest Retry-After to wait for, in milliseconds. A longer one throws the error at once. Default 60 000. */
  readonly maxRetryAfterMs?: number
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How far an upload is. A repeated attempt starts again. */
export interface UploadProgress {
  /** Bytes of files that were handed to the network. */
  readonly sentBytes: number
  /** Bytes of all files of the request; null for a stream of unknown length. */
  readonly totalBytes: number | null
}

/** Options of a call that changes something. */
export interface WriteOptions extends CallOptions {
  /** Reports the upload of pictures. Not called in browsers, whose fetch does not report it. */
  readonly onUploadProgress?: (progress: UploadProgress) => void
  /** The Idempotency-Key. A repeat with the same key within 24 h gives the first answer. Default: a new key per call. */
  readonly idempotencyKey?: string
}

/** Options of a call that costs credits. */
export interface SpendOptions extends WriteOptions {
  /** The most credits that the call may cost. A higher price throws OverBudgetError. */
  readonly maxCredits?: number
}

/** A result with the metadata of its response. */
export interface WithResponse<T> {
  readonly data: T
  readonly meta: Meta
  /** The response. Its body has been read. */
  readonly response: Response
}

/** A call in progress. Awaiting it gives the result; `withResponse()` also gives the metadata and the response. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<WithResponse<T>>
}

/** Creates a call from its outcome. A failure that is never handled is reported as an unhandled rejection. */
export function createCall<T>(outcome: Promise<WithResponse<T>>): Call<T> {
  const data = () => outcome.then((whole) => whole.data)
  return {
    // biome-ignore lint/suspicious/noThenProperty: a call is a promise; a lazy then keeps a failure from being reported twice.
    then: (onFulfilled, onRejected) => data().then(onFulfilled, onRejected),
    catch: (onRejected) => data().catch(onRejected),
    finally: (onFinally) => data().finally(onFinally),
    withResponse: () => outcome,
    [Symbol.toStringTag]: 'Call',
  }
}

/** A call whose result is derived from the result of another call. */
export const mapCall = <T, U>(call: Call<T>, map: (data: T) => U): Call<U> =>
  createCall(call.withResponse().then(({ data, ...rest }) => ({ ...rest, data: map(data) })))
