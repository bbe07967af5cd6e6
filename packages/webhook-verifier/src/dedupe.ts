type Awaitable<Value> = Value | Promise<Value>

/**
 * Remembers which events were handled. Between several processes it has to be shared: a table with a unique id, or
 * `SET NX` of a key-value store.
 */
export interface Dedupe {
  /**
   * Claims the event, atomically: of two calls at once only one may get `new`.
   *
   * @param ttlSeconds how long a *finished* event has to be remembered: the replay window, or `Infinity`. A claim that
   *   nobody ends, because its process died, should lapse much sooner, or the event is never handled.
   */
  begin(id: string, ttlSeconds: number): Awaitable<'new' | 'in_progress' | 'done'>
  /** The event was handled: from now on it is a duplicate. */
  done(id: string): Awaitable<unknown>
  /** Handling it failed: the next attempt is new again. */
  release(id: string): Awaitable<unknown>
  /**
   * Say true when claims outlive the process and you look after those that are left. Where the runtime offers
   * `waitUntil`, events are then acknowledged as soon as they are claimed, before their handler has ended.
   */
  readonly durable?: boolean
}

/**
 * Remembers events in this process: enough for one process, and for the retries of a handler that is too slow.
 *
 * @param options.maxEvents how many are remembered, the oldest forgotten first. Default 100,000.
 * @param options.now milliseconds since 1970, for tests.
 * @example expressWebhook({ secrets, dedupe: memoryDedupe() }, handlers)
 */
export function memoryDedupe(options: { maxEvents?: number; claimSeconds?: number; now?: () => number } = {}): Dedupe {
  const { maxEvents = 100_000, now = Date.now } = options
  const events = new Map<string, Entry>()
  return {
    begin(id, ttlSeconds) {
      const time = now()
      const known = events.get(id)
      if (known && known.until > time) return known.done ? 'done' : 'in_progress'
      // Taken out first, so that the oldest is always at the front.
      events.delete(id)
      const forget = time + ttlSeconds * 1000
      events.set(id, { until: Math.min(forget, time + CLAIM_MS), forget })
      for (const [oldest, { until }] of events) {
        if (events.size <= maxEvents && until > time) break
        events.delete(oldest)
      }
      return 'new'
    },
    done(id) {
      const claim = events.get(id)
      if (!claim) return
      claim.until = claim.forget
      claim.done = true
    },
    release(id) {
      // A claim that lapsed may have been taken over and finished meanwhile.
      if (!events.get(id)?.done) events.delete(id)
    },
  }
}

/** A handler that has not ended after this long is given up, so that the next attempt is handled. */
const CLAIM_MS = 900_000

interface Entry {
  /** When the claim lapses or the finished event is forgotten, in milliseconds since 1970. */
  until: number
  /** When it may be forgotten once it is finished. */
  readonly forget: number
  done?: boolean
}
