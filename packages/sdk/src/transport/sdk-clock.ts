import { startAttempt } from './request-attempt.ts'
import { AbortError } from './sdk-errors.ts'

/** Time, injectable so that tests need not wait. Give one to `new Platelight({ clock })`. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `callback` once, after at least `ms` milliseconds, and returns the way to call it off. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    // A longer delay overflows the timer, which then fires at once.
    const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}

/**
 * Waits at least `ms` milliseconds, never less.
 *
 * @throws AbortError at once when the signal aborts.
 */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  // An attempt that nothing answers: its end is the time that was waited for.
  const nap = startAttempt(0, clock, ms, signal)
  try {
    await nap.run(() => new Promise(() => undefined))
  } catch (thrown) {
    if (thrown instanceof AbortError) throw thrown
  } finally {
    nap.close()
  }
}
