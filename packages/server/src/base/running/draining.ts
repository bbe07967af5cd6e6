import { atMost } from '../loops/at-most.ts'

/** An open reply, of which the server may say that it is the last one on its connection. */
interface OpenReply {
  readonly headersSent: boolean
  shouldKeepAlive: boolean
}

export type Draining = ReturnType<typeof createDraining>

/** In the last part of the grace time, callers that still wait are told so. */
const LAST_WORD_MS = 1_000

/**
 * The end of a process as its callers see it. First it says that it is not ready. Then each connection ends with the reply to its
 * request, whatever else comes on it. In the last second, whoever still waits for a run gets a reply that leads back to it.
 */
export function createDraining() {
  const begun = new AbortController()
  const over = new AbortController()
  const open = new Set<OpenReply>()
  let onIdle = () => {}

  return {
    /** Aborted when the process begins to stop. */
    begun: begun.signal,
    /** Aborted when nobody can wait any longer. */
    over: over.signal,

    begin(): void {
      begun.abort()
      for (const reply of open) if (!reply.headersSent) reply.shouldKeepAlive = false
    },

    /** Counts a request until the returned function is called. */
    enter(reply: OpenReply): () => void {
      if (begun.signal.aborted) reply.shouldKeepAlive = false
      open.add(reply)
      return () => {
        open.delete(reply)
        if (open.size === 0) onIdle()
      }
    },

    /** Resolves when all requests have their replies, at the latest after the grace time. */
    async settle(graceMs: number): Promise<void> {
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
        if (open.size === 0) resolve()
      })
      await atMost(Math.max(0, graceMs - LAST_WORD_MS), idle)
      over.abort()
      await atMost(LAST_WORD_MS, idle)
    },
  }
}
