import { sleep } from '../../transport/request-attempt.ts'
import type { Meta, RateLimit } from '../../transport/response-meta.ts'
import type { Clock } from '../../transport/sdk-clock.ts'
import { APIError } from '../../transport/sdk-errors.ts'
import type { PauseGate } from './pause-gate.ts'

/** Keeps one family of endpoints below its rate limit. */
export interface RequestPacing {
  /** Makes a call as soon as the rate limit allows it, and reads the new limit from the response. */
  within<T extends { readonly meta: Meta }>(call: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export interface RequestPacingOptions {
  readonly clock: Clock
  readonly gate: PauseGate
  /** With fewer remaining requests than this, calls are spread over the time until the limit resets. */
  readonly low: number
  /** The longest wait, in milliseconds. If the reset is further away, the call is sent and the server may refuse it. */
  readonly maxPauseMs: number
}

/** Slows calls down before the server refuses them, based on X-RateLimit-Remaining and X-RateLimit-Reset. */
export function createRequestPacing({ clock, gate, low, maxPauseMs }: RequestPacingOptions): RequestPacing {
  let remaining: number | null = null
  let resetAt = 0
  let nextAt = 0
  let active = 0
  let started = 0
  /** The number of the most recently started call that has a response. */
  let newestAnswered = 0
  /** The first call after the limit was used up. The others wait for its response. */
  let probe: Promise<void> | undefined
  let endProbe = () => {}

  const learn = (number: number, rateLimit: RateLimit) => {
    if (rateLimit.remaining === null || rateLimit.resetAt === null) return
    const reset = rateLimit.resetAt.getTime()
    // The number may or may not include the active calls, so all of them are subtracted.
    const capacity = rateLimit.remaining - active
    // A response that arrives out of order may be outdated. It may lower the remaining count, but not raise it.
    const isOvertaken = number < newestAnswered && remaining !== null
    remaining = isOvertaken ? Math.min(remaining ?? capacity, capacity) : capacity
    resetAt = isOvertaken ? Math.max(resetAt, reset) : reset
    newestAnswered = Math.max(newestAnswered, number)
  }

  /** Waits until the limit allows a call. Resolves to true if the call is the probe. */
  async function waitForCapacity(signal: AbortSignal): Promise<boolean> {
    while (remaining !== null && !signal.aborted) {
      const left = resetAt - clock.now()
      if (left > maxPauseMs) return false
      if (remaining > 0) {
        if (left > 0 && remaining < low) {
          nextAt = Math.max(nextAt, clock.now()) + left / (remaining + 1)
          remaining--
          await sleep(clock, nextAt - clock.now(), signal)
        } else remaining--
        return false
      }
      if (left > 0) {
        gate.close(left, 'rate_limit')
        await gate.pass(signal)
      } else if (probe) await probe
      else {
        // Set before any await, because all waiting calls wake up at the same time.
        probe = new Promise((resolve) => {
          endProbe = resolve
        })
        return true
      }
    }
    return false
  }

  return {
    async within(call, signal) {
      const isProbe = await waitForCapacity(signal)
      active++
      const number = ++started
      const answer = call().finally(() => active--)
      const learnt = answer.then(
        ({ meta }) => learn(number, meta.rateLimit),
        (error: unknown) => {
          if (error instanceof APIError) learn(number, error.rateLimit)
        },
      )
      await learnt
      if (isProbe) {
        // A response without a limit lifts the limit.
        if (resetAt <= clock.now() && remaining !== null && remaining <= 0) remaining = null
        probe = undefined
        endProbe()
      }
      return answer
    },
  }
}
