import type { Clock } from './sdk-clock.ts'
import { AbortError, ConnectionError, PlatelightError, TimeoutError } from './sdk-errors.ts'

/** One request in progress. Everything that can end it early goes through its signal. */
export interface Attempt {
  /** 1 for the first attempt. */
  readonly number: number
  /** Aborts with the error to throw as the reason. */
  readonly signal: AbortSignal
  /** Retry-After of the response in milliseconds; null if it has none. The code that reads the response sets it. */
  retryAfterMs: number | null
  /** Restarts the timeout after bytes were transferred. It turns the deadline into an idle timeout. */
  touch(): void
  /** Ends the attempt with this error. */
  fail(error: PlatelightError): void
  /** Resolves to the result of the work, or rejects with the reason of the signal as soon as it aborts. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Releases the timer and the listener on the caller's signal. */
  close(): void
}

/** Starts one attempt and its timeout. `caller` is the signal that may abort it. */
export function startAttempt(number: number, clock: Clock, timeoutMs: number, caller?: AbortSignal): Attempt {
  const controller = new AbortController()
  const { signal } = controller
  const fail = (error: PlatelightError) => controller.abort(error)

  const follow = () => fail(new AbortError(caller?.reason))
  if (caller?.aborted) follow()
  caller?.addEventListener('abort', follow, { once: true })

  let touchedAt: number
  const touch = () => {
    touchedAt = clock.now()
  }
  touch()
  let cancel = clock.after(timeoutMs, check)
  // A timer may fire slightly early, and `touch` may have restarted the timeout, so the clock is checked again.
  function check() {
    const left = touchedAt + timeoutMs - clock.now()
    if (left > 0) cancel = clock.after(left, check)
    else fail(new TimeoutError(`No answer within ${timeoutMs} ms.`, timeoutMs))
  }

  return {
    number,
    signal,
    retryAfterMs: null,
    touch,
    fail,
    run: (work) => raceAbort(signal, work),
    close() {
      cancel()
      caller?.removeEventListener('abort', follow)
    },
  }
}

/** Resolves to the result of `work`. Rejects with the signal's reason in the tick in which it aborts, even if `work` is pending. */
export function raceAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Converts the error of a fetch or of reading a body. Errors of this package are unchanged; any other is a connection error.
 *
 * @param to the address, for the message
 */
export function connectionErrorOf(thrown: unknown, to?: string): PlatelightError {
  if (thrown instanceof PlatelightError) return thrown
  const { code, message } = (thrown as { cause?: { code?: unknown; message?: string } } | null)?.cause ?? {}
  const reason = code ?? message ?? messageOf(thrown)
  const place = to ? ` to ${to}` : ''
  // ETIMEDOUT from a socket, or UND_ERR_HEADERS_TIMEOUT from Node's fetch.
  if (/TIMED?OUT$/.test(String(code))) {
    return new TimeoutError(`The connection${place} timed out (${reason}).`, null, { cause: thrown })
  }
  const advice = to && /^(ECONNREFUSED|ENOTFOUND)$/.test(String(code)) ? NO_SERVER : ''
  return new ConnectionError('connection_failed', `The connection${place} failed (${reason}).${advice}`, {
    cause: thrown,
  })
}

const NO_SERVER =
  ' Start a server here with npx @platelight/server start, or name another with baseUrl or PLATELIGHT_BASE_URL.'

/** The message of any thrown value. */
export const messageOf = (thrown: unknown): string => (thrown as Error | null)?.message ?? String(thrown)

/**
 * Waits at least `ms` milliseconds, never less.
 *
 * @throws AbortError as soon as the signal aborts.
 */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  // An attempt whose work never ends. Its timeout is the end of the wait.
  const nap = startAttempt(0, clock, ms, signal)
  try {
    await nap.run(() => new Promise(() => undefined))
  } catch (thrown) {
    if (thrown instanceof AbortError) throw thrown
  } finally {
    nap.close()
  }
}
