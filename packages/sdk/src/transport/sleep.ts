import { startAttempt } from './request-attempt.ts'
import type { Clock } from './sdk-clock.ts'
import { AbortError } from './sdk-errors.ts'

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
