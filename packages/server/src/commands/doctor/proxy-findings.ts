import type { Config } from '../../base/config/server-config.ts'
import { readDatabase } from '../existing-database.ts'
import type { Finding } from '../server-finding.ts'

const ASK_MS = 10_000

/**
 * Asks the server through its public address, if that is set, and says whether a proxy in front is not covered. A server that is
 * not running is no failure.
 */
export async function proxyFindings(config: Config): Promise<Finding[]> {
  const [{ uncovered }, { notedProxy }] = await Promise.all([
    import('../../http/stages/proxy-watch.ts'),
    import('../../process/installation/noted-proxy.ts'),
  ])
  const asked = await publicAddress(config)
  // The request above may have been the first one through the proxy. What the database says of itself is another check.
  const proxy = await readDatabase(config, (db) => notedProxy(db, config.trustProxy)).catch(() => undefined)
  return [...asked, ...(proxy ? [{ name: 'proxy', state: 'fail' as const, message: uncovered(proxy) }] : [])]
}

async function publicAddress({ publicUrl, outboundProxy: proxy }: Config): Promise<Finding[]> {
  if (publicUrl === undefined) return []
  const name = 'public address'
  const { createOperatorAgent } = await import('../../net/operator-agent.ts')
  const agent = createOperatorAgent({ timeoutMs: ASK_MS, keepAliveMs: 1, proxy })
  const address = new URL(`${publicUrl}/health`)
  try {
    const signal = AbortSignal.timeout(ASK_MS)
    const { statusCode, body } = await agent.request(address, { method: 'GET', headers: {}, signal })
    await body.dump()
    return statusCode === 200
      ? [{ name, state: 'ok', message: `${publicUrl} answers` }]
      : [{ name, state: 'warn', message: `${address.href} answers with ${statusCode}` }]
  } catch (error) {
    return [{ name, state: 'warn', message: `${address.href}: ${(error as Error).message}` }]
  } finally {
    await agent.close()
  }
}
