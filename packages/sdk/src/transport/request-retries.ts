import type { CallOptions } from './api-call.ts'
import type { Logger } from './redacting-log.ts'
import { type Attempt, startAttempt } from './request-attempt.ts'
import type { Clock } from './sdk-clock.ts'
import { APIError, ConnectionError, type PlatelightError } from './sdk-errors.ts'
import { sleep } from './sleep.ts'

/** What retrying needs of the client. */
export interface RetrySettings {
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: Logger
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly timeoutMs: number | undefined
}

/** How one logical call may be repeated, where its options do not say. */
export interface RetryPlan {
  /** For log lines. */
  readonly operation: string
  /** False when a repeat could do the work twice, or the body is gone after the first time. */
  readonly repeatable: boolean
  /** Of each attempt. */
  readonly deadlineMs: number
}

/**
 * Does `work`, which heeds the attempt's signal, until it succeeds, fails for good or the retries are used up. Between attempts it
 * waits as long as the server asked, never less, or backs off from half a second to eight.
 *
 * @throws the error of the last attempt; AbortError as soon as the signal aborts, in whichever phase.
 */
export async function withRetries<T>(
  pace: RetrySettings,
  { operation, repeatable, deadlineMs }: RetryPlan,
  options: CallOptions,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const {
    maxRetries = pace.maxRetries,
    maxRetryAfterMs = pace.maxRetryAfterMs,
    timeoutMs = pace.timeoutMs ?? deadlineMs,
    signal,
  } = options
  for (let number = 1; ; number++) {
    const attempt = startAttempt(number, pace.clock, timeoutMs, signal)
    let failure: unknown
    try {
      attempt.signal.throwIfAborted()
      return await work(attempt)
    } catch (thrown) {
      failure = thrown
    } finally {
      attempt.close()
    }
    if (failure instanceof ConnectionError) failure.attempts = number

    const askedMs = failure instanceof APIError ? attempt.retryAfterMs : null
    const mayRepeat = repeatable && number <= maxRetries && isTransient(failure)
    if (!mayRepeat || (askedMs ?? 0) > maxRetryAfterMs) throw failure

    const delayMs =
      askedMs === null
        ? Math.min(8000, 500 * 2 ** (number - 1)) * (0.75 + 0.25 * pace.random())
        : withJitter(askedMs, pace.random)
    const { code } = failure as PlatelightError
    pace.log.info(`${operation} failed (${code}), retry ${number} of ${maxRetries} in ${Math.round(delayMs)} ms`)
    await sleep(pace.clock, delayMs, signal)
  }
}

/** How long to wait when the server asks for `askedMs`: never less, and not all at the same moment. */
export const withJitter = (askedMs: number, random: () => number): number => askedMs + random() * 250

/** Whether the same request may succeed when it is sent again. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof ConnectionError) return ['connection_failed', 'timeout'].includes(failure.code)
  if (!(failure instanceof APIError)) return false
  // The server knows best, as with work that its deadline ended: the same again would end the same way.
  if (failure.details.retryable === false) return false
  return [408, 429, 500, 502, 503, 504].includes(failure.status) || failure.code === 'idempotency_in_flight'
}
