import { imageHost } from './image-host.ts'

export interface Received {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly path: string
  readonly body: string
  readonly signature: string
  /** Of the Standard Webhooks headers. */
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
  readonly traceparent: string
}

/**
 * A receiver on loopback that keeps events and replies as configured. A server reaches it with
 * PLATELIGHT_ALLOW_PRIVATE_URLS=1.
 */
export async function eventReceiver(answer: { status: number; text?: string } = { status: 200 }) {
  const received: Received[] = []
  /** Can be changed while it runs. It awaits `until` before it replies. */
  const state: { status: number; text?: string; until?: Promise<unknown> } = { ...answer }
  const host = await imageHost(async (req, res) => {
    const at = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const header = (name: string) => String(req.headers[name] ?? '')
    received.push({
      at,
      path: req.url ?? '',
      body: Buffer.concat(chunks).toString('utf8'),
      signature: header('x-service-signature'),
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      traceparent: header('traceparent'),
    })
    await state.until
    res.writeHead(state.status).end(state.text)
  })
  return { url: host.url('/hooks'), received, state, close: host.close }
}

export type EventReceiver = Awaited<ReturnType<typeof eventReceiver>>
