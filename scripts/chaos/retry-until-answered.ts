import { setTimeout as sleep } from 'node:timers/promises'
import { APIError, ConnectionError, PlatelightError } from '@platelight/sdk'

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly status: number }

const PAUSE_MS = 150
/** A run that was given up replies 503, and a repeat would be another run. */
const MOST_GIVEN_UP = 2

/**
 * Does what a caller does who needs a reply: sends the same request with the same key until there is one.
 *
 * @param onOutrage called with replies that nobody should get
 * @param longestMs the longest time without a reply
 */
export async function retryUntilAnswered<T>(
  work: () => Promise<T>,
  onOutrage: (what: string) => void,
  longestMs: number,
): Promise<Outcome<T>> {
  const giveUpAt = Date.now() + longestMs
  let givenUp = 0
  for (;;) {
    try {
      return { ok: true, value: await work() }
    } catch (error) {
      if (!(error instanceof PlatelightError)) throw error
      const status = error instanceof APIError ? error.status : 0
      if (status === 500) onOutrage(`500: ${error.message}`)
      if (error.code === 'engine_failed' && ++givenUp > MOST_GIVEN_UP) return { ok: false, code: error.code, status }
      if (!mayPass(error, status)) return { ok: false, code: error.code, status }
      if (Date.now() > giveUpAt) {
        onOutrage(`no answer within ${longestMs / 1000} s; the last was ${error.code}: ${error.message}`)
        return { ok: false, code: error.code, status }
      }
      await sleep(PAUSE_MS)
    }
  }
}

const mayPass = (error: PlatelightError, status: number): boolean =>
  error instanceof ConnectionError || status >= 500 || status === 429 || error.code === 'idempotency_in_flight'
