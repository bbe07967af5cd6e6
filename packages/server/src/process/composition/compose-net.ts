import type { Config } from '../../base/config/server-config.ts'
import { imageAddresses, isRefusedAsWritten, receiverAddresses } from '../../net/address-policy.ts'
import { createNameResolver } from '../../net/name-resolver.ts'
import { createSafeFetch } from '../../net/safe-fetch.ts'
import { createSafePost } from '../../net/safe-post.ts'

/** Receivers of events must answer within this time. */
const WEBHOOK_MS = 5_000

export type Net = ReturnType<typeof composeNet>

/** The kinds of outgoing requests: pictures are fetched, events are posted, and APIs of other services are called. */
export function composeNet(config: Config) {
  const { maxBytes, downloadMs, redirects } = config.limits
  const resolveName = createNameResolver({
    useSystemResolver: config.allowPrivateUrls,
    ...(config.nameServers.length > 0 && { servers: config.nameServers }),
  })
  const images = imageAddresses(config)
  const receivers = receiverAddresses(config)
  const safeFetch = createSafeFetch({
    maxBytes,
    timeoutMs: downloadMs,
    maxRedirects: redirects,
    resolveName,
    allows: images,
  })
  const safePost = createSafePost({ timeoutMs: WEBHOOK_MS, allows: receivers, resolveName })
  return {
    safeFetch,
    safePost,
    /** What a client of another service's API may reach beside the hosts that the operator set. */
    forApis: { allows: images, resolveName },
    /** Whether events may not be sent to a host, judged by its spelling alone. */
    isReceiverRefused: (host: string) => isRefusedAsWritten(host, receivers),
    close: async () => {
      await Promise.all([safeFetch.close(), safePost.close()])
    },
  }
}
