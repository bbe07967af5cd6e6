import { part } from '../base/compose.ts'
import type { Config } from '../base/config/server-config.ts'
import { imageAddresses, isRefusedAsWritten, needsSecureCookies, receiverAddresses } from './address-policy.ts'
import { createNameResolver } from './name-resolver.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { createSafePost } from './safe-post.ts'

/** Receivers of events must answer within this time. */
const WEBHOOK_MS = 5_000

export type Net = ReturnType<typeof createNet>

/** The kinds of outgoing requests: pictures are fetched, events are posted, and APIs of other services are called. */
export function createNet(config: Config) {
  const { maxBytes, downloadMs, redirects } = config.limits
  const resolveName = createNameResolver({
    useSystemResolver: config.allowPrivateUrls,
    ...(config.nameServers.length > 0 && { servers: config.nameServers }),
  })
  const images = imageAddresses(config)
  const receivers = receiverAddresses(config)
  const proxy = config.outboundProxy
  const fetchLimits = { maxBytes, timeoutMs: downloadMs, maxRedirects: redirects }
  return {
    safeFetch: createSafeFetch({ ...fetchLimits, resolveName, allows: images, proxy }),
    safePost: createSafePost({ timeoutMs: WEBHOOK_MS, allows: receivers, resolveName, proxy }),
    /** What a client of another service's API may reach beside the hosts that the operator set. */
    forApis: { allows: images, resolveName, proxy },
    /** Whether events may not be sent to a host, judged by its spelling alone. */
    isReceiverRefused: (host: string) => isRefusedAsWritten(host, receivers),
  }
}

export const netPart = part(({ config, publicUrl }: { config: Config; publicUrl: () => string }) => {
  const net = createNet(config)
  return {
    provides: { net, secureCookies: () => needsSecureCookies(publicUrl()) },
    close: () => Promise.all([net.safeFetch.close(), net.safePost.close()]),
  }
})
