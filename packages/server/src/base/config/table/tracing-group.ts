import type { SettingGroup } from './setting-row.ts'

export const TRACING_GROUP: SettingGroup = {
  title: 'Traces',
  about:
    '[Traces](operating/monitoring.md#traces) go to a collector of OpenTelemetry, which defines these names for all programs. Without an endpoint the others mean nothing.',
  rows: [
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      about: 'The collector. `/v1/traces` is added. It may be private.',
      since: '2.1.0',
      otherwise: 'no traces',
      example: 'http://127.0.0.1:4318',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      about: 'Headers for the collector, such as `authorization=Bearer%20…,x-tenant=kitchen`.',
      since: '2.1.0',
      fileSince: '2.1.0',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
      about: 'How spans are written. gRPC is not spoken; collectors take HTTP on port 4318.',
      since: '2.1.0',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
      about:
        'Milliseconds after which spans that the collector does not take are given up. The end of the process waits as long for the last ones.',
      since: '2.1.0',
    },
    { name: 'OTEL_SERVICE_NAME', about: 'The name of the service.', since: '2.1.0', otherwise: 'platelight' },
    {
      name: 'OTEL_RESOURCE_ATTRIBUTES',
      about: 'More about the service.',
      since: '2.1.0',
      example: 'deployment.environment.name=staging',
    },
    {
      name: 'OTEL_TRACES_SAMPLER',
      about:
        'Which traces are kept. With one that begins with `parentbased`, callers who send a `traceparent` decide for their own requests.',
      since: '2.1.0',
    },
    {
      name: 'OTEL_TRACES_SAMPLER_ARG',
      about: 'The share that a sampler by ratio keeps, from 0 to 1.',
      since: '2.1.0',
      otherwise: '1',
    },
  ],
}
