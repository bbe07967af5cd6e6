import type { Config } from '../../base/config/server-config.ts'
import { createApiClient } from '../../net/api/api-client.ts'
import type { Net } from '../../net/net-part.ts'

/** A person waits for the provider meanwhile. */
const PROVIDER_MS = 10_000
const MAX_REPLY_BYTES = 1_000_000

/** The providers of the settings, each with a client of its own. Their library is loaded only if there is one. */
export async function openIdentityProviders(
  { identityProviders }: Config,
  net: Pick<Net, 'forApis'>,
  secrets: readonly string[],
) {
  if (identityProviders.length === 0) return { providers: [], close: async () => {} }
  const { createIdentityProvider } = await import('../../accounts/identity/identity-provider.ts')
  const opened = identityProviders.map((settings) => {
    const client = createApiClient({
      service: `the identity provider ${settings.label}`,
      operatorHosts: new Set([settings.issuer.host]),
      ...net.forApis,
      secrets,
      timeoutMs: PROVIDER_MS,
      maxBytes: MAX_REPLY_BYTES,
    })
    const provider = createIdentityProvider(settings, client.fetch)
    return { provider, close: client.close }
  })
  return {
    providers: opened.map(({ provider }) => provider),
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()))
    },
  }
}
