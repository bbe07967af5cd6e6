import type { SettingReaders } from '../config/setting-readers.ts'
import { parseUrl } from '../text/parse-url.ts'

/** A collector of traces, with the settings that OpenTelemetry defines for every program. */
export interface TracingSettings {
  /** Where spans are sent. */
  readonly url: string
  readonly protocol: (typeof PROTOCOLS)[number]
  /** They may contain a credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly sampler: (typeof SAMPLERS)[number]
  /** The share of traces that a sampler by ratio keeps. */
  readonly ratio: number
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const RATIO_SAMPLERS = ['traceidratio', 'parentbased_traceidratio'] as const
const SAMPLERS = [
  'parentbased_always_on',
  'always_on',
  'always_off',
  'parentbased_always_off',
  ...RATIO_SAMPLERS,
] as const

/** Reads where traces are sent. Undefined without an endpoint. */
export function readTracing(readers: SettingReaders, problems: string[]): TracingSettings | undefined {
  const { text, secret, choice, integer } = readers
  const before = problems.length
  const pairs = (name: string, list: string | undefined) => {
    const read = readPairs(list ?? '')
    if (!read) problems.push(`${name} must be name=value pairs, separated by commas and percent-encoded`)
    return read ?? {}
  }
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isUsable = isPlainAddress(endpoint)
  if (!isUsable)
    problems.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector, such as http://127.0.0.1:4318; a credential belongs in OTEL_EXPORTER_OTLP_HEADERS',
    )
  const share = text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = Number(share)
  if (!(ratio >= 0 && ratio <= 1)) problems.push(`OTEL_TRACES_SAMPLER_ARG is "${share}"; it must be from 0 to 1`)
  const attributes = pairs('OTEL_RESOURCE_ATTRIBUTES', text('OTEL_RESOURCE_ATTRIBUTES'))
  const settings = {
    url: `${endpoint?.replace(/\/+$/, '')}/v1/traces`,
    protocol: choice('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, 'http/protobuf'),
    headers: pairs('OTEL_EXPORTER_OTLP_HEADERS', secret('OTEL_EXPORTER_OTLP_HEADERS')),
    timeoutMs: integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 1, 60_000),
    sampler: choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio,
    serviceName: text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'platelight',
    attributes,
  }
  if (endpoint !== undefined) return isUsable ? settings : undefined
  // Other programs on the machine may share the variables, and speak what this one does not.
  problems.length = before
  return undefined
}

function isPlainAddress(text = ''): boolean {
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
}

/** Pairs as W3C Baggage writes them. Undefined when one is none. */
function readPairs(list: string): Record<string, string> | undefined {
  const read = list
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      read.map((found) => {
        if (!found) throw new URIError()
        return [found[1], decodeURIComponent(found[2] ?? '')]
      }),
    )
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
