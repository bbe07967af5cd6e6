import type { Logger } from 'pino'
import type { EngineAccount } from '../../base/config/synthesis-settings.ts'
import { createApiClient } from '../../net/api/api-client.ts'
import { ApiClientError, withoutSecrets } from '../../net/api/api-client-error.ts'
import type { Net } from '../../net/net-part.ts'
import type { Engine } from '../engine-port.ts'
import type { ProviderConnection } from './order-fetch.ts'
import type { ProviderError } from './provider-error.ts'
import type { SynthesisOptions } from './synthesis-engine.ts'

/** A provider that answers with the picture itself may take minutes for a large one. */
const PROVIDER_MS = 240_000
/** A picture in a reply in JSON takes a third more, and there is something around it. */
const IN_JSON = 1.4

/** Accounts with their connections, and where their failures go. */
export type AskedProviders = Omit<SynthesisOptions, 'local'>

/**
 * An engine that gives work to providers. Undefined when the operator chose none.
 *
 * @param options.engine makes it of the accounts with their connections
 * @param options.maxBytes the largest file that is taken from them
 */
export function openProviders(
  accounts: readonly EngineAccount[],
  {
    engine: engineOf,
    net,
    logger,
    maxBytes,
  }: {
    readonly engine: (options: AskedProviders) => Engine
    readonly net: Net
    readonly logger: Logger
    readonly maxBytes: number
  },
): { readonly engine: Engine; close(): Promise<void> } | undefined {
  if (accounts.length === 0) return undefined
  const secrets = accounts.flatMap(({ key }) => key ?? [])
  const clients = accounts.map((settings) => ({
    settings,
    client: createApiClient({
      service: `the picture provider ${settings.name}`,
      operatorHosts: new Set([new URL(settings.url).host]),
      ...net.forApis,
      secrets,
      timeoutMs: PROVIDER_MS,
      maxBytes: Math.ceil(maxBytes * IN_JSON),
    }),
  }))
  const onProblem = ({ provider, failure, message }: ProviderError) =>
    logger.warn({ provider, failure, reason: withoutSecrets(message, secrets) }, 'a provider delivered nothing')
  const engine = engineOf({
    accounts: clients.map(({ settings, client: { fetch } }) => ({ settings, connection: { fetch, failureOf } })),
    onProblem,
  })
  return {
    engine,
    close: async () => {
      await Promise.all(clients.map(({ client }) => client.close()))
    },
  }
}

const failureOf: ProviderConnection['failureOf'] = (error) => {
  if (!(error instanceof ApiClientError)) return 'cut'
  if (error.kind === 'blocked') return 'blocked'
  if (error.isUnsent) return 'unsent'
  return error.kind === 'too_large' ? 'too-large' : 'cut'
}
