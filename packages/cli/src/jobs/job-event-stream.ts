import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Connection } from '../context/server-connection.ts'

/** What the server says of a job under way. */
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
 * Follows a job by the server's own events, so that its progress is told as it happens and its end at once. Ends with
 * the job, and also where the stream breaks off: who needs the job's end asks for it then.
 */
export async function followStream(
  { client, secret, fetch }: Pick<Connection, 'client' | 'secret' | 'fetch'>,
  id: string,
  { signal, onUpdate }: { readonly signal: AbortSignal; readonly onUpdate: (news: JobUpdate) => void },
): Promise<void> {
  const headers = { accept: 'text/event-stream', ...(secret !== undefined && { authorization: `Bearer ${secret}` }) }
  const leave = new AbortController()
  const ended = () => leave.abort()
  signal.addEventListener('abort', ended)
  try {
    const response = await fetch(
      new Request(`${client.baseUrl}/api/jobs/${encodeURIComponent(id)}/events`, { headers, signal }),
    )
    if (!response.ok || !response.body) return void (await response.body?.cancel())
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    const reader = events.getReader()
    // Once the request has been collected as garbage its own signal ends nothing.
    leave.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    if (signal.aborted) leave.abort()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onUpdate(JSON.parse(next.value.data) as JobUpdate)
    }
  } catch {
    // The job is asked for by itself next, which tells what is wrong.
  } finally {
    signal.removeEventListener('abort', ended)
  }
}
