import { startAttempt } from './request-attempt.ts'
import type { Clock } from './sdk-clock.ts'
import { AbortError } from './sdk-errors.ts'

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
