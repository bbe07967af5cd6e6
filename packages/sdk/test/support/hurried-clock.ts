import type { Clock } from '../../src/index.ts'

/**
 * A clock on which waits up to 20 s end at once and are recorded. Longer waits (the deadlines
 * of attempts) never end.
 */
export function hurriedClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  let now = Date.parse('2026-11-21T09:00:00Z')
  return {
    waits,
    now: () => now,
    after(ms, callback) {
      if (ms > 20_000) return () => undefined
      waits.push(ms)
      const timer = setImmediate(() => {
        now += ms
        callback()
      })
      return () => clearImmediate(timer)
    },
  }
}

/** A clock that stands still until the test advances it. */
export function steppedClock() {
  let now = Date.parse('2026-11-21T09:00:00Z')
  const due = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => now,
    after(ms: number, callback: () => void) {
      const one = { at: now + ms, callback }
      due.add(one)
      return () => void due.delete(one)
    },
    /** How long each wait in progress still lasts, in order. */
    waits: (): number[] => [...due].map(({ at }) => at - now).sort((a, b) => a - b),
    advance(ms: number) {
      now += ms
      for (const one of due) if (one.at <= now && due.delete(one)) one.callback()
    },
  }
}

/** Resolves in the next turn of the event loop, before any timer or socket event. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Waits until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}
