import type { IncomingMessage, ServerResponse } from 'node:http'
import { imageHost } from '../network/image-host.ts'

type Values = readonly { key: string; value: Record<string, string | number> }[]
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Values }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code: number }
  readonly attributes: Values
}

/** A span as a collector shows it. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes' | 'status'> {
  readonly attributes: Record<string, string | number | undefined>
  readonly isError: boolean
  /** Of the process that made it. */
  readonly resource: Record<string, string | number | undefined>
}

const valuesOf = (values: Values) => Object.fromEntries(values.map(({ key, value }) => [key, Object.values(value)[0]]))

/**
 * A collector of OpenTelemetry on loopback. It reads JSON, and keeps the bytes of everything.
 *
 * @param answer what it does with a request that it has read; by default it accepts it
 */
export async function traceCollector(answer = (_req: IncomingMessage, res: ServerResponse): unknown => res.end('{}')) {
  const spans: CollectedSpan[] = []
  const requests: { path: string | undefined; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const host = await imageHost(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    requests.push({ path: req.url, headers: req.headers, body })
    if (req.headers['content-type'] === 'application/json') {
      for (const { resource, scopeSpans } of (JSON.parse(body.toString()) as Sent).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: valuesOf(span.attributes),
            isError: span.status.code === 2,
            resource: valuesOf(resource.attributes),
          })
    }
    answer(req, res)
  })
  return {
    /** Settings with which a server sends its traces here. */
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: host.url(''), OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    requests,
    spans,
    /** The spans of one trace by their names. */
    trace: (traceId: string) => new Map(spans.flatMap((span) => (span.traceId === traceId ? [[span.name, span]] : []))),
    close: host.close,
  }
}

export type TraceCollector = Awaited<ReturnType<typeof traceCollector>>
