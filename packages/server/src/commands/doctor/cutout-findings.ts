import type { Config } from '../../base/config/server-config.ts'
import { providerSetting } from '../../base/config/synthesis-settings.ts'
import type { CutoutProvider } from '../../base/engine-capability.ts'
import { CUTOUT_MODELS } from '../../operations/tables/cutout-models.ts'
import type { Finding } from '../server-finding.ts'

const ASK_MS = 10_000

/** Where an account can be looked at for nothing. That of Photoroom is on another host, unless the operator set an address. */
const ACCOUNTS: Readonly<Partial<Record<CutoutProvider, (url: string) => string>>> = {
  replicate: (url) => `${url}/account`,
  removebg: (url) => `${url}/account`,
  photoroom: (url) => `${url.replace('https://sdk.photoroom.com', 'https://image-api.photoroom.com')}/account`,
}

/** Asks each provider of cut-outs whether it accepts the key. Nothing is ordered. */
export async function cutoutFindings({ cutoutProviders, outboundProxy: proxy }: Config): Promise<Finding[]> {
  if (cutoutProviders.length === 0) return []
  const { createOperatorAgent } = await import('../../net/operator-agent.ts')
  const agent = createOperatorAgent({ timeoutMs: ASK_MS, keepAliveMs: 1, proxy })
  const ask = async ({ name: provider, url, key = '' }: Config['cutoutProviders'][number]): Promise<Finding> => {
    const name = `cut-outs ${provider}`
    const { [provider as CutoutProvider]: addressOf } = ACCOUNTS
    if (!addressOf) return { name, state: 'ok', message: `${url}; only an order shows whether it accepts the key` }
    const address = new URL(addressOf(url))
    try {
      const headers = CUTOUT_MODELS[provider as CutoutProvider].credential(key)
      const signal = AbortSignal.timeout(ASK_MS)
      const { statusCode, body } = await agent.request(address, { method: 'GET', headers, signal })
      await body.dump()
      if (statusCode === 200) return { name, state: 'ok', message: `${address.host} accepts the key` }
      const message =
        statusCode === 401 || statusCode === 403
          ? `${address.host} does not accept the key (${providerSetting(provider, 'API_KEY')})`
          : `${address.href} answers with ${statusCode}`
      return { name, state: 'fail', message }
    } catch (error) {
      return { name, state: 'fail', message: `${address.host}: ${(error as Error).message}` }
    }
  }
  return Promise.all(cutoutProviders.map(ask)).finally(() => agent.close())
}
