import type { CallOptions } from './api-call.ts'
import type { Logger } from './redacting-log.ts'
import { type Attempt, sleep, startAttempt } from './request-attempt.ts'
import type { Clock } from './sdk-clock.ts'
import { APIError, ConnectionError, type PlatelightError } from './sdk-errors.ts'

/** The parts of the client that retrying needs. */
export interface RetrySettings {
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: Logger
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  readonly timeoutMs: number | undefined
}

/** How one logical call may be retried, unless its options say otherwise. */
export interface RetryPlan {
  /** For log lines. */
  readonly operation: string
  /** False if a retry could do the work twice, or if the body can be sent only once. */
  readonly repeatable: boolean
  /** Deadline of each attempt. */
  readonly deadlineMs: number
}

/**
 * Runs `work` until it succeeds, fails permanently or the retries are used up. `work` must respect the attempt's signal.
 * Between attempts it waits at least the server's Retry-After, or backs off from 0.5 s to 8 s.
 *
 * @throws the error of the last attempt; AbortError as soon as the signal aborts, in every phase.
 */
export async function withRetries<T>(
  settings: RetrySettings,
  { operation, repeatable, deadlineMs }: RetryPlan,
  options: CallOptions,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const {
    maxRetries = settings.maxRetries,
    maxRetryAfterMs = settings.maxRetryAfterMs,
    timeoutMs = settings.timeoutMs ?? deadlineMs,
    signal,
  } = options
  for (let number = 1; ; number++) {
    const attempt = startAttempt(number, settings.clock, timeoutMs, signal)
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

    const retryAfterMs = failure instanceof APIError ? attempt.retryAfterMs : null
    const mayRepeat = repeatable && number <= maxRetries && isTransient(failure)
    if (!mayRepeat || (retryAfterMs ?? 0) > maxRetryAfterMs) throw failure

    const delayMs =
      retryAfterMs === null
        ? Math.min(8000, 500 * 2 ** (number - 1)) * (0.75 + 0.25 * settings.random())
        : withJitter(retryAfterMs, settings.random)
    const { code } = failure as PlatelightError
    settings.log.info(`${operation} failed (${code}), retry ${number} of ${maxRetries} in ${Math.round(delayMs)} ms`)
    await sleep(settings.clock, delayMs, signal)
  }
}

/** The wait for a Retry-After: never shorter, and with jitter so that clients do not retry at the same moment. */
export const withJitter = (retryAfterMs: number, random: () => number): number => retryAfterMs + random() * 250

/** Whether the same request may succeed on a retry. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof ConnectionError) return ['connection_failed', 'timeout'].includes(failure.code)
  if (!(failure instanceof APIError)) return false
  // The server says that a retry is pointless. Work that exceeded its deadline, for example, would exceed it again.
  if (failure.details.retryable === false) return false
  return [408, 429, 500, 502, 503, 504].includes(failure.status) || failure.code === 'idempotency_in_flight'
}
