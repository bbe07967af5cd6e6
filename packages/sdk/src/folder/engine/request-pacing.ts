import type { Meta, RateLimit } from '../../transport/response-meta.ts'
import type { Clock } from '../../transport/sdk-clock.ts'
import { APIError } from '../../transport/sdk-errors.ts'
import { sleep } from '../../transport/sleep.ts'
import type { PauseGate } from './pause-gate.ts'

/** Keeps one family of endpoints below its rate limit. */
export interface RequestPacing {
  /** Makes a call when there is room for it, and learns from what its answer says is left. */
  within<T extends { readonly meta: Meta }>(call: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export interface RequestPacingOptions {
  readonly clock: Clock
  readonly gate: PauseGate
  /** With fewer requests left than this they are spread over the time until there are more. */
  readonly low: number
  /** A longer wait is not begun: the server's own refusal then says what to do. */
  readonly maxPauseMs: number
}

/** Slows down before it is refused, by what X-RateLimit-Remaining and X-RateLimit-Reset say. */
export function createRequestPacing({ clock, gate, low, maxPauseMs }: RequestPacingOptions): RequestPacing {
  let remaining: number | null = null
  let resetAt = 0
  let nextAt = 0
  let underway = 0
  let begun = 0
  /** The latest begun call that has been answered. */
  let newest = 0
  /** The first call after nothing was left: the others wait for what its answer says. */
  let probe: Promise<void> | undefined
  let endProbe = () => {}

  const learn = (number: number, { remaining: told, resetAt: at }: RateLimit) => {
    if (told === null || at === null) return
    // What is under way may have been counted or not; if not, it will be.
    const waitForCapacity = told - underway
    // An answer that was overtaken may have been counted before the others: it tells how little is left, not how much.
    const isOvertaken = number < newest && remaining !== null
    remaining = isOvertaken ? Math.min(remaining ?? waitForCapacity, waitForCapacity) : waitForCapacity
    resetAt = isOvertaken ? Math.max(resetAt, at.getTime()) : at.getTime()
    newest = Math.max(newest, number)
  }

  /** Waits for room. True for the scout. */
  async function room(signal: AbortSignal): Promise<boolean> {
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
        // Said before anybody else is asked: all who waited wake up in the same moment.
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
      const isProbe = await room(signal)
      underway++
      const number = ++begun
      const answer = call().finally(() => underway--)
      const learnt = answer.then(
        ({ meta }) => learn(number, meta.rateLimit),
        (error: unknown) => {
          if (error instanceof APIError) learn(number, error.rateLimit)
        },
      )
      await learnt
      if (isProbe) {
        // An answer that said nothing of a limit lifts it.
        if (resetAt <= clock.now() && remaining !== null && remaining <= 0) remaining = null
        probe = undefined
        endProbe()
      }
      return answer
    },
  }
}
