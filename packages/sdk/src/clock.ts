import { AbortError } from './errors.ts'

/** Time, injectable so that tests need not wait. Give one to `new Platelight({ clock })`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `callback` once, after at least `ms` milliseconds, and returns the way to call it off. */
  after(ms: number, callback: () => void): () => void
}

// A longer delay overflows the timer, which then fires at once.
const LONGEST_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS))
    return () => clearTimeout(timer)
  },
}

/**
 * Waits at least `ms` milliseconds, never less: timers may fire a little early, so the clock is asked again.
 *
 * @throws AbortError at once when the signal aborts.
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new AbortError(signal.reason))
    const due = clock.now() + ms
    let cancel = clock.after(ms, wake)
    const abort = () => {
      cancel()
      reject(new AbortError(signal?.reason))
    }
    signal?.addEventListener('abort', abort, { once: true })

    function wake() {
      const left = due - clock.now()
      if (left > 0) {
        cancel = clock.after(left, wake)
        return
      }
      signal?.removeEventListener('abort', abort)
      resolve()
    }
  })
}
