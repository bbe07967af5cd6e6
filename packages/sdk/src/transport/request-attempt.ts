import type { Clock } from './sdk-clock.ts'
import { AbortError, ConnectionError, PlatelightError, TimeoutError } from './sdk-errors.ts'

/** One request on its way: everything that can end it early goes through its signal. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number
  /** Aborts with the error to throw as its reason. */
  readonly signal: AbortSignal
  /** Retry-After of the answer in milliseconds, null without one. Set by whoever reads the answer. */
  retryAfterMs: number | null
  /** Bytes moved: the time starts anew. Turns the deadline into an idle timeout. */
  touch(): void
  /** Ends the attempt with this error. */
  fail(error: PlatelightError): void
  /** The result of the work, or the reason of the signal as soon as it aborts. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Lets go of the timer and of the caller's signal. */
  close(): void
}

/** Starts the clock of one attempt. `caller` is the signal that may end it. */
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
  // A timer may fire a little early, and time may have started anew: the clock is asked again.
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

/** The result of `work`, or a rejection with the signal's reason in the tick it aborts, whatever `work` does. */
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

/** What a failed fetch or body read means. Ours pass through; all else is a connection error. @param to the address, for the message */
export function connectionErrorOf(thrown: unknown, to?: string): PlatelightError {
  if (thrown instanceof PlatelightError) return thrown
  const { code, message } = (thrown as { cause?: { code?: unknown; message?: string } } | null)?.cause ?? {}
  const reason = code ?? message ?? messageOf(thrown)
  const place = to ? ` to ${to}` : ''
  // Of a socket, or of Node's fetch: UND_ERR_HEADERS_TIMEOUT.
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

/** What a thrown thing says. */
export const messageOf = (thrown: unknown): string => (thrown as Error | null)?.message ?? String(thrown)
