import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Connection } from '../context/server-connection.ts'

/** A status event of a running job. */
export interface JobUpdate {
  readonly status: string
  readonly progress?: {
    readonly current: number
    readonly total: number
    readonly percent: number
    readonly status: string
  }
}

/**
 * Follows a job by the server-sent events, which report progress and the end without polling delay. Resolves when the
 * job ends or the stream breaks off; the caller then polls for the result.
 */
export async function followStream(
  { client, secret, fetch }: Pick<Connection, 'client' | 'secret' | 'fetch'>,
  id: string,
  { signal, onUpdate }: { readonly signal: AbortSignal; readonly onUpdate: (update: JobUpdate) => void },
): Promise<void> {
  const headers = { accept: 'text/event-stream', ...(secret !== undefined && { authorization: `Bearer ${secret}` }) }
  const stop = new AbortController()
  const onAbort = () => stop.abort()
  signal.addEventListener('abort', onAbort)
  try {
    const response = await fetch(
      new Request(`${client.baseUrl}/api/jobs/${encodeURIComponent(id)}/events`, { headers, signal }),
    )
    if (!response.ok || !response.body) return void (await response.body?.cancel())
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    const reader = events.getReader()
    // The signal of the request has no effect once the request is garbage collected.
    stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    if (signal.aborted) stop.abort()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onUpdate(JSON.parse(next.value.data) as JobUpdate)
    }
  } catch {
    // The caller polls the job next and gets the error then.
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
