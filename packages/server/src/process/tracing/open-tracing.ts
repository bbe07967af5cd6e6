import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { atMost } from '../../base/loops/at-most.ts'
import { uncorrelated } from '../../base/running/correlation.ts'
import type { Tracing } from '../../base/running/tracing.ts'
import type { TracingSettings } from '../../base/running/tracing-settings.ts'
import { createApiClient } from '../../net/api/api-client.ts'
import type { Net } from '../../net/net-part.ts'

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
} as const
const FORMATS = {
  'http/protobuf': { serializer: ProtobufTraceSerializer, type: 'application/x-protobuf' },
  'http/json': { serializer: JsonTraceSerializer, type: 'application/json' },
} as const
const SEND_EVERY_MS = 1_000
const MAX_REPLY_BYTES = 1_000_000

interface TracingOptions {
  readonly settings: TracingSettings
  readonly version: string
  /** The name of this process. */
  readonly instance: string
  readonly net: Pick<Net, 'forApis'>
  readonly logger: Logger
}

/**
 * Sends spans to a collector in batches, in the background. What it does not take in time is dropped, so it holds up nothing.
 * `close` sends the last ones, and waits as long as for any batch.
 */
export function openTracing(options: TracingOptions): Tracing & { close(): Promise<void> } {
  const { settings, version, instance } = options
  const stop = new AbortController()
  const { exporter, end } = createExporter(options, stop.signal)
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': instance,
      ...settings.attributes,
      'service.name': settings.serviceName,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  })
  const tracer = provider.getTracer('platelight', version)

  return {
    begin({ name, kind, parent, attributes = {} }) {
      const above = parseTraceParent(parent ?? '')
      const context = above
        ? trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: kind !== 'internal' })
        : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context)
      return {
        traceparent: traceparentOf(span.spanContext()),
        set: (more) => void span.setAttributes({ ...more }),
        rename: (better) => void span.updateName(better),
        fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type),
        end: () => span.end(),
      }
    },

    async close() {
      await atMost(
        settings.timeoutMs,
        provider.shutdown().catch(() => {}),
      )
      stop.abort()
      await end()
    },
  }
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

function samplerOf({ sampler, ratio }: TracingSettings) {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}

function createExporter({ settings, net, logger }: TracingOptions, signal: AbortSignal) {
  const { url, protocol, headers, timeoutMs } = settings
  const { serializer, type } = FORMATS[protocol]
  const client = createApiClient({
    service: 'the collector of traces',
    operatorHosts: new Set([new URL(url).host]),
    ...net.forApis,
    secrets: Object.values(headers),
    timeoutMs,
    maxBytes: MAX_REPLY_BYTES,
  })
  let isFailing = false

  const send = async (body: Uint8Array<ArrayBuffer> | undefined): Promise<void> => {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, signal, repeatable: true }
    const { ok, status } = await client.fetch(url, { ...sent, ...(body && { body }) })
    if (!ok) throw new Error(`the collector of traces answered ${status}`)
  }

  const exporter: SpanExporter = {
    // Once for each time that it fails: it is tried every second.
    export: uncorrelated((spans, done) => {
      send(serializer.serializeRequest(spans) as Uint8Array<ArrayBuffer> | undefined).then(
        () => {
          isFailing = false
          done({ code: ExportResultCode.SUCCESS })
        },
        (error: Error) => {
          if (!isFailing) logger.warn({ reason: error.message }, 'traces could not be sent and are dropped')
          isFailing = true
          done({ code: ExportResultCode.FAILED, error })
        },
      )
    }),
    shutdown: async () => {},
  }
  return { exporter, end: client.close }
}
