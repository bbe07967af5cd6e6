/** A clock that tests can replace, so that they need not wait: `new Platelight({ clock })`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `callback` once, after at least `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    // A longer delay would overflow the timer, which then fires at once.
    const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
