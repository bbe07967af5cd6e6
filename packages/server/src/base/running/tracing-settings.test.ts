import { expect, test } from 'vitest'
import { checkConfig } from '../config/server-config.ts'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const problemsOf = (env: Record<string, string>) => checkConfig(env).problems

test('without an endpoint nothing is traced, whatever other programs are told', () => {
  const { config, problems } = checkConfig({
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'nonsense',
    OTEL_TRACES_SAMPLER_ARG: 'many',
    OTEL_METRICS_EXPORTER: 'none',
  })
  expect([config.tracing, problems]).toEqual([undefined, []])
})

test('the variables are read as OpenTelemetry defines them', () => {
  const { config, problems } = checkConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/base/',
    OTEL_EXPORTER_OTLP_HEADERS: ' api-key = a%2Cb%3D , x-tenant=kitchen=1,',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=staging',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(problems).toEqual([])
  expect(config.tracing).toEqual({
    url: 'https://otlp.example.com/base/v1/traces',
    protocol: 'http/protobuf',
    headers: { 'api-key': 'a,b=', 'x-tenant': 'kitchen=1' },
    timeoutMs: 10_000,
    sampler: 'parentbased_traceidratio',
    ratio: 0.25,
    serviceName: 'other',
    attributes: { 'service.name': 'other', 'deployment.environment.name': 'staging' },
  })
  expect(config.settings.find(({ name }) => name === 'OTEL_EXPORTER_OTLP_HEADERS')?.value).not.toContain('a%2Cb')
})

test.each<[Record<string, string>, RegExp]>([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector/,
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:secret@collector:4318' }, /belongs in OTEL_EXPORTER_OTLP_HEADERS$/],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /PROTOCOL is "grpc"; it must be one of http\/protobuf, http\/json/,
  ],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer secret' },
    /^OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/,
  ],
  [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'key=%E0%A4%A' }, /^OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '5' }, /^OTEL_TRACES_SAMPLER_ARG is "5"; it must be from 0 to 1/],
  [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER is "jaeger_remote"; it must be one of/],
  [{ PLATELIGHT_WORKER_NAME: 'a b' }, /^PLATELIGHT_WORKER_NAME must be 1 to 64 letters/],
])('%o is a problem that names the variable and the way out, and repeats no secret', (env, problem) => {
  const problems = problemsOf(env)
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(problems.join()).not.toContain('secret')
})
