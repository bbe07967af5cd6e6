import type { Clock } from '../transport/sdk-clock.ts'
import { MINUTE_MS } from '../transport/sdk-clock.ts'

/** A clock whose time passes without anybody waiting. */
export interface MovableClock extends Clock {
  /** Moves the time on, and lets everything happen that falls due meanwhile. */
  advance(ms: number): Promise<void>
}

/** What the service is doing while a client waits. */
export interface Activity {
  /** Requests that are being answered. Time stands still for them. */
  answering: number
  /** Requests that are never answered. */
  hanging: number
}

interface Timer {
  readonly at: number
  readonly ms: number
  readonly callback: () => void
}

// Kept here, so that a test that holds the timers of its process does not hold these.
const { setTimeout } = globalThis

/**
 * Pauses of less than a minute end at once when nothing is being answered: back-off, Retry-After, the polls of a job. Longer
 * timers are deadlines, and end at once only if a request is never answered.
 */
export function createMovableClock(start: number, activity: Activity): MovableClock {
  let now = start
  let isHeld = 0
  const timers = new Set<Timer>()
  const earliest = () => [...timers].sort((a, b) => a.at - b.at)[0]
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

  function fire(timer: Timer): void {
    timers.delete(timer)
    now = Math.max(now, timer.at)
    timer.callback()
  }

  function passPauses(): void {
    const next = earliest()
    if (!next || isHeld > 0 || activity.answering > 0) return
    if (next.ms < MINUTE_MS || activity.hanging > 0) fire(next)
  }

  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, ms, callback }
      timers.add(timer)
      const look = () => {
        passPauses()
        if (timers.has(timer) && timer.ms < MINUTE_MS) setTimeout(look, 0)
      }
      setTimeout(look, 0)
      return () => void timers.delete(timer)
    },
    async advance(ms) {
      const until = now + ms
      isHeld++
      try {
        for (;;) {
          await turn()
          const next = earliest()
          if (activity.answering > 0) continue
          if (!next || next.at > until) break
          fire(next)
        }
        now = Math.max(now, until)
        await turn()
      } finally {
        isHeld--
      }
    },
  }
}
