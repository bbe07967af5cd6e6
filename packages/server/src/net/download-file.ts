import { open } from 'node:fs/promises'
import { parseUrl } from '../base/text/parse-url.ts'
import { imageAddresses } from './address-policy.ts'
import { createOperatorAgent } from './operator-agent.ts'
import { createOutboundAgent } from './outbound-agent.ts'

/** The limit of a connection, of the headers, and of each pause within a body. A large file may take long. */
const PAUSE_MS = 60_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Downloads a file of any size to the disk from an address that the operator typed. That may be in the operator's own
 * network; where it redirects to another host, that one has to be public.
 *
 * @param path of the new file
 * @param options.maxBytes the download is given up beyond this
 * @throws Error that says what happened
 */
export async function downloadFile(
  address: string,
  path: string,
  options: { readonly maxBytes: number; readonly proxy: URL | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { maxBytes, proxy, signal } = options
  const times = { timeoutMs: PAUSE_MS, keepAliveMs: 1, proxy }
  const refused = (host: string) => new Error(`it redirects to ${host}, which is no public address`)
  const own = createOperatorAgent(times)
  const publicOnly = createOutboundAgent({
    ...times,
    allows: imageAddresses({ allowPrivateUrls: false }),
    refuse: refused,
    refuseName: refused,
  })
  const first = new URL(address)
  try {
    let url = first
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const agent = url.host === first.host ? own : publicOnly
      const reply = await agent.request(agent.check(url), {
        method: 'GET',
        signal,
        headers: { accept: '*/*', 'user-agent': 'Platelight/1.0' },
      })
      const [location] = [reply.headers.location ?? []].flat()
      const next = REDIRECTS.has(reply.statusCode) && location !== undefined ? parseUrl(location, url) : undefined
      if (next) {
        reply.body.on('error', () => {}).destroy()
        if (!/^https?:$/.test(next.protocol)) throw new Error(`${url.host} redirects to ${next.protocol}`)
        url = next
        continue
      }
      if (reply.statusCode !== 200) {
        reply.body.on('error', () => {}).destroy()
        throw new Error(`${url.host} answered ${reply.statusCode}${LOCKED.has(reply.statusCode) ? SIGN_IN : ''}`)
      }
      await writeBody(reply.body, path, maxBytes)
      return
    }
    throw new Error(`it redirects more than ${MAX_REDIRECTS} times`)
  } finally {
    await Promise.all([own.close(), publicOnly.close()])
  }
}

const LOCKED = new Set([401, 403])
const SIGN_IN = ': it wants a sign-in. Download the file with a browser, and add the file'

async function writeBody(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes / 1e9} GB`)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
}
