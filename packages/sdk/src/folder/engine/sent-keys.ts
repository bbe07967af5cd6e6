import type { Meta } from '../../transport/response-meta.ts'

/** Remembers which Idempotency-Keys this run has sent, to distinguish its own costs from those of earlier runs. */
export interface SentKeys {
  has(key: string): boolean
  /**
   * Records that a request with this key is sent.
   *
   * @returns a function that gives the cost of the response for this run. It is 0 if the response is stored from an earlier
   *   run, or if this run has counted it already.
   */
  add(key: string): (meta: Meta, creditsUsed: number) => number
}

export function createSentKeys(): SentKeys {
  const sent = new Set<string>()
  const counted = new Set<string>()
  return {
    has: (key) => sent.has(key),
    add(key) {
      const isNew = !sent.has(key)
      sent.add(key)
      return (meta, creditsUsed) => {
        // If this run sent the key before, a replayed response replaces one that was lost on its way, so it counts.
        const isKept = meta.replayed && (counted.has(key) || (isNew && meta.attempts === 1))
        counted.add(key)
        return isKept ? 0 : creditsUsed
      }
    },
  }
}
