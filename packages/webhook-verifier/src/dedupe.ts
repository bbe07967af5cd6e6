type Awaitable<Value> = Value | Promise<Value>

/**
 * Remembers which events were handled. Several processes need a shared store: a table with a unique id, or `SET NX` of
 * a key-value store.
 */
export interface Dedupe {
  /**
   * Claims the event atomically: of two concurrent calls only one may get `new`.
   *
   * @param ttlSeconds how long a *finished* event has to be remembered: the replay window, or `Infinity`. The claim of a
   *   process that died should expire much sooner, or the event is never handled.
   */
  begin(id: string, ttlSeconds: number): Awaitable<'new' | 'in_progress' | 'done'>
  /** Marks the event as handled. From now on it is a duplicate. */
  done(id: string): Awaitable<unknown>
  /** Releases the claim after handling failed. The next attempt is `new` again. */
  release(id: string): Awaitable<unknown>
  /**
   * Set it to true if claims outlive the process and you handle events whose claims were never finished. On a runtime with
   * `waitUntil`, events are then acknowledged as soon as they are claimed, before their handler has ended.
   */
  readonly durable?: boolean
}

/**
 * Remembers events in this process. That is enough for a single process.
 *
 * @param options.maxEvents how many events are remembered. The oldest are forgotten first. Default 100,000.
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
      // Deleted first, so that the map stays ordered by age.
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
      // An expired claim may have been taken over and finished in the meantime.
      if (!events.get(id)?.done) events.delete(id)
    },
  }
}

/** A claim expires after this time, so that the next attempt is handled even if the handler never ends. */
const CLAIM_MS = 900_000

interface Entry {
  /** When the claim expires or the finished event is forgotten, in milliseconds since 1970. */
  until: number
  /** When the event may be forgotten after it is finished. */
  readonly forget: number
  done?: boolean
}
