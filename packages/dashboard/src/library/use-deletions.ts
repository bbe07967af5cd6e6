import { useEffect, useRef, useState } from 'react'
import { session } from '../session/dashboard-session.ts'

/** Long enough to read the line and reach the button. */
const UNDO_MS = 10_000

/**
 * Pictures that are deleted unless somebody thinks better of it. They are deleted on the server when the time is over, or when
 * the page is left before.
 *
 * @param onDeleted is told the ids as soon as they are gone
 */
export function useDeletions(onDeleted: (ids: readonly number[]) => void) {
  const [pending, setPending] = useState<readonly number[]>([])
  /** Those that are on their way. They stay hidden. */
  const [sent, setSent] = useState<readonly number[]>([])
  const [error, setError] = useState<unknown>()
  const latest = useRef({ pending, onDeleted })
  latest.current = { pending, onDeleted }

  const send = useRef(async () => {
    const { pending: ids } = latest.current
    if (ids.length === 0) return
    // A second cause, such as leaving the page while the time ends, finds nothing.
    latest.current = { ...latest.current, pending: [] }
    setPending([])
    setSent((before) => [...before, ...ids])
    const replies = await Promise.allSettled(ids.map((id) => session.client.me.deleteImage(id)))
    latest.current.onDeleted(ids.filter((_, at) => replies[at]?.status === 'fulfilled'))
    setSent((before) => before.filter((id) => !ids.includes(id)))
    setError(replies.find((reply) => reply.status === 'rejected')?.reason)
  }).current

  useEffect(() => {
    if (pending.length === 0) return
    const timer = setTimeout(send, UNDO_MS)
    return () => clearTimeout(timer)
  }, [pending, send])
  useEffect(() => {
    addEventListener('pagehide', send)
    return () => {
      removeEventListener('pagehide', send)
      void send()
    }
  }, [send])

  return {
    pending,
    /** Pictures that are not to be shown. */
    hidden: [...pending, ...sent],
    error,
    remove: (id: number) => setPending((before) => [...before, id]),
    undo: () => setPending([]),
  }
}
