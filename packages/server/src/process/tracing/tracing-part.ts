import type { Logger } from 'pino'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import { noTracing, type Tracing } from '../../base/running/tracing.ts'
import type { Net } from '../../net/net-part.ts'

interface Needs {
  readonly config: Config
  readonly document: { readonly info: { readonly version: string } }
  readonly net: Net
  readonly logger: Logger
}

/** Traces of requests, runs and deliveries. Without a collector nothing is loaded. */
export const tracingPart = part(async ({ config, document, net, logger }: Needs) => {
  const { tracing: settings, workerName: instance } = config
  if (!settings) return { provides: { tracing: noTracing as Tracing }, close: async () => {} }
  const { openTracing } = await import('./open-tracing.ts')
  const tracing = openTracing({ settings, version: document.info.version, instance, net, logger })
  return { provides: { tracing: tracing as Tracing }, close: tracing.close }
})
