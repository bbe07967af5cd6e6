import type { Config } from '../../base/config/server-config.ts'
import { imageAddresses, isRefusedAsWritten, receiverAddresses } from '../../net/address-policy.ts'
import { createNameResolver } from '../../net/name-resolver.ts'
import { createSafeFetch } from '../../net/safe-fetch.ts'
import { createSafePost } from '../../net/safe-post.ts'

/** Receivers of events must answer within this time. */
const WEBHOOK_MS = 5_000

export type Net = ReturnType<typeof composeNet>

/** The two kinds of outgoing requests: pictures are fetched, and events are posted. */
export function composeNet(config: Config) {
  const { maxBytes, downloadMs, redirects } = config.limits
  const resolveName = createNameResolver({
    useSystemResolver: config.allowPrivateUrls,
    ...(config.nameServers.length > 0 && { servers: config.nameServers }),
  })
  const receivers = receiverAddresses(config)
  const safeFetch = createSafeFetch({
    ...{ maxBytes, timeoutMs: downloadMs, maxRedirects: redirects, resolveName },
    allows: imageAddresses(config),
  })
  const safePost = createSafePost({ timeoutMs: WEBHOOK_MS, allows: receivers, resolveName })
  return {
    safeFetch,
    safePost,
    /** Whether events may not be sent to a host, judged by its spelling alone. */
    isReceiverRefused: (host: string) => isRefusedAsWritten(host, receivers),
    close: async () => {
      await Promise.all([safeFetch.close(), safePost.close()])
    },
  }
}
