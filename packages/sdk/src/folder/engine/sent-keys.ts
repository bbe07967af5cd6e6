import type { Meta } from '../../transport/response-meta.ts'

/** Remembers which Idempotency-Keys a run has sent, to tell what it paid from what an earlier run paid. */
export interface SentKeys {
  has(key: string): boolean
  /**
   * Notes that a request goes out under this key.
   *
   * @returns what its answer cost this run: nothing where the server kept the answer from an earlier run, or where this
   *   run has counted it already
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
        // A repeated answer to a key that this run has sent before is the answer that got lost on its way.
        const isKept = meta.replayed && (counted.has(key) || (isNew && meta.attempts === 1))
        counted.add(key)
        return isKept ? 0 : creditsUsed
      }
    },
  }
}
