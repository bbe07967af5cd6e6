import { type Attempt, openAttempt } from './attempt.ts'
import { type Clock, sleep } from './clock.ts'
import { APIError, ConnectionError, PlatelightError } from './errors.ts'
import type { Logger } from './log.ts'

const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504]
const RETRIED_CONNECTION_CODES = ['connection_failed', 'timeout']
const JITTER_MS = 250
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8000

/** What retrying needs of the client. */
export interface Pace {
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly log: Logger
}

/** How one logical call may be repeated. */
export interface Plan {
  /** For log lines. */
  readonly operation: string
  /** False when a repeat could do the work twice, or the body is gone after the first time. */
  readonly repeatable: boolean
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
  /** Of each attempt. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Does `work`, which heeds the attempt's signal, until it succeeds, fails for good or the retries are used up. Between attempts it
 * waits as long as the server asked, never less, or backs off from half a second to eight.
 *
 * @throws the error of the last attempt; AbortError as soon as the signal aborts, in whichever phase.
 */
export async function withRetries<T>(pace: Pace, plan: Plan, work: (attempt: Attempt) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    const attempt = openAttempt(number, { clock: pace.clock, timeoutMs: plan.timeoutMs, ...only(plan.signal) })
    let failure: unknown
    try {
      if (attempt.signal.aborted) throw attempt.signal.reason
      return await work(attempt)
    } catch (thrown) {
      failure = thrown
    } finally {
      attempt.close()
    }
    if (failure instanceof ConnectionError) failure.attempts = number

    const askedMs = failure instanceof APIError ? attempt.askedMs : null
    const delayMs =
      plan.repeatable && number <= plan.maxRetries ? delayAfter(failure, askedMs, number, pace.random) : null
    if (delayMs === null || (askedMs ?? 0) > plan.maxRetryAfterMs) throw failure

    const code = failure instanceof PlatelightError ? failure.code : String(failure)
    pace.log.info(
      `${plan.operation} failed (${code}), retry ${number} of ${plan.maxRetries} in ${Math.round(delayMs)} ms`,
    )
    await sleep(pace.clock, delayMs, plan.signal)
  }
}

/**
 * How long to wait after the failure of attempt `number`, in milliseconds; null when it is final.
 * `askedMs` is the answer's Retry-After, null where it had none.
 */
function delayAfter(failure: unknown, askedMs: number | null, number: number, random: () => number): number | null {
  if (!isTransient(failure)) return null
  if (askedMs !== null) return afterAsked(askedMs, random)
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (number - 1)) * (0.75 + 0.25 * random())
}

/** How long to wait where the server asked for `askedMs`: never less. */
export const afterAsked = (askedMs: number, random: () => number): number => askedMs + random() * JITTER_MS

/** Whether the same request may succeed when it is sent again. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof ConnectionError) return RETRIED_CONNECTION_CODES.includes(failure.code)
  if (!(failure instanceof APIError)) return false
  return RETRIED_STATUSES.includes(failure.status) || failure.code === 'idempotency_in_flight'
}

const only = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal ? { signal } : {})
