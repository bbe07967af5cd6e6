import type { Meta, RateLimit } from '../../transport/response-meta.ts'
import type { Clock } from '../../transport/sdk-clock.ts'
import { APIError } from '../../transport/sdk-errors.ts'
import { sleep } from '../../transport/sleep.ts'
import type { PauseGate } from './pause-gate.ts'

/** Keeps one family of endpoints below its rate limit. */
export interface RequestPacing {
  /** Makes a call when the rate limit has room for it, and learns from its answer how much is left. */
  within<T extends { readonly meta: Meta }>(call: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export interface RequestPacingOptions {
  readonly clock: Clock
  readonly gate: PauseGate
  /** With fewer requests left than this, they are spread over the time until the limit starts anew. */
  readonly low: number
  /** A longer wait is not begun: the server's own refusal then says what to do. */
  readonly maxPauseMs: number
}

/** Slows down before the server refuses, by X-RateLimit-Remaining and X-RateLimit-Reset. */
export function createRequestPacing({ clock, gate, low, maxPauseMs }: RequestPacingOptions): RequestPacing {
  let remaining: number | null = null
  let resetAt = 0
  let nextAt = 0
  let active = 0
  let started = 0
  /** The latest started call that has been answered. */
  let newestAnswered = 0
  /** The first call after the limit was used up. The others wait for what its answer says. */
  let probe: Promise<void> | undefined
  let endProbe = () => {}

  const learn = (number: number, rateLimit: RateLimit) => {
    if (rateLimit.remaining === null || rateLimit.resetAt === null) return
    const reset = rateLimit.resetAt.getTime()
    // An active call may be counted in this number or not. If not, it soon will be.
    const capacity = rateLimit.remaining - active
    // An overtaken answer may have been counted before the others: it says how little is left, not how much.
    const isOvertaken = number < newestAnswered && remaining !== null
    remaining = isOvertaken ? Math.min(remaining ?? capacity, capacity) : capacity
    resetAt = isOvertaken ? Math.max(resetAt, reset) : reset
    newestAnswered = Math.max(newestAnswered, number)
  }

  /** Waits until the limit has room. True for the probe. */
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
        // Set before anything is awaited: all that waited wake up in the same moment.
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
        // An answer without a limit lifts it.
        if (resetAt <= clock.now() && remaining !== null && remaining <= 0) remaining = null
        probe = undefined
        endProbe()
      }
      return answer
    },
  }
}
