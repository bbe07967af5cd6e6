import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sockets } from '../../test/support/network/raw-sockets.ts'
import { isPublicAddress } from './ip-ranges.ts'
import { createOperatorAgent } from './operator-agent.ts'
import { createSafePost, type SafePost } from './safe-post.ts'

const { listen, raw, close } = sockets()
const posts: SafePost[] = []
afterEach(async () => {
  close()
  for (const post of posts.splice(0)) await post.close()
})

const posting = (options: Partial<Parameters<typeof createSafePost>[0]> = {}) => {
  const post = createSafePost({ timeoutMs: 60_000, allows: () => true, ...options })
  posts.push(post)
  const { signal } = new AbortController()
  return (url: string, options: { signal: AbortSignal } = { signal }) =>
    post.send(url, { headers: { 'content-type': 'application/json' }, body: '{"n":1}', ...options })
}

test('a private address is refused by number and by name, without a connection', async () => {
  let connections = 0
  const port = await raw(() => void connections++)
  const post = posting({ allows: isPublicAddress })
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.1.2.3', 'localhost']) {
    expect(await post(`http://${host}:${port}/`), host).toMatchObject({ status: null, error: 'blocked_address' })
  }
  expect(connections).toBe(0)
})

test('a name with a private address and an unknown name get the same error after the same time', async () => {
  const found: Record<string, string[]> = { 'intranet.example': ['10.0.0.5'], 'both.example': ['10.0.0.5', '8.8.8.8'] }
  const resolveName = async (name: string) => (found[name] ?? []).map((address) => ({ address, family: 4 }))
  const post = posting({ allows: isPublicAddress, resolveName })
  const hosts = ['intranet.example', 'both.example', 'nobody.example']
  const answers = await Promise.all(hosts.map((host) => post(`http://${host}/`)))
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: null, error: 'dns' })
    // Neither had a server to wait for, and both took the same time.
    expect(answer.durationMs).toBeGreaterThanOrEqual(990)
  }
})

test('the error for an unknown name contains the name', async () => {
  expect(await posting()('http://nobody.invalid/')).toMatchObject({ status: null, error: 'dns' })
})

test('connections are reused', async () => {
  let connections = 0
  const server = createServer((_, res) => res.end('ok'))
  server.on('connection', () => void connections++)
  const url = `http://127.0.0.1:${await listen(server)}/`
  const post = posting()
  for (let i = 0; i < 20; i++) expect((await post(url)).status).toBe(200)
  expect(connections).toBeLessThan(5)
})

// Connecting gives up by itself after ten seconds, which is too late here.
test.each([
  ['its name is looked up', (port: number) => `http://silent.example:${port}/`],
  ['the connection is being secured', (port: number) => `https://127.0.0.1:${port}/`],
  ['an answer is awaited', (port: number) => `http://127.0.0.1:${port}/`],
])('aborting while %s rejects at once, without waiting for the other side', async (_, address) => {
  const port = await raw(() => {})
  const post = posting({ resolveName: () => new Promise(() => {}) })
  const controller = new AbortController()
  const sent = post(address(port), { signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})

test('the time limit includes the look-up, the connection and TLS, also when bytes come one at a time', async () => {
  const silent = await raw(() => {})
  const dribbling = await raw((socket) => {
    // The beginning of a TLS server's first message, which never ends.
    const record = Buffer.concat([Buffer.from([22, 3, 3, 0x3f, 0]), Buffer.alloc(1_000, 2)])
    let sent = 0
    const timer = setInterval(() => socket.write(record.subarray(sent, ++sent)), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const post = posting({ timeoutMs: 300, resolveName: () => new Promise(() => {}) })
  const addresses = [`http://silent.example/`, `https://127.0.0.1:${silent}/`, `https://127.0.0.1:${dribbling}/`]
  for (const url of addresses) {
    const answer = await post(url)
    expect(answer, url).toMatchObject({ status: null, error: 'timeout', excerpt: null })
    expect(answer.durationMs, url).toBeGreaterThanOrEqual(295)
  }
})

test('an attempt that was aborted during the look-up sends nothing later', async () => {
  let requests = 0
  const port = await raw((socket) => socket.on('data', () => void requests++))
  let answer: (found: { address: string; family: number }[]) => void = () => {}
  const resolveName = () => new Promise<{ address: string; family: number }[]>((resolve) => (answer = resolve))
  const post = posting({ timeoutMs: 100, resolveName })
  const sent = await post(`http://late.example:${port}/`)
  expect(sent.error).toBe('timeout')
  answer([{ address: '127.0.0.1', family: 4 }])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(requests).toBe(0)
})

test('a request on a kept connection that is cut is repeated once on a new one', async () => {
  const bodies: string[] = []
  const port = await raw((socket) => {
    let answered = false
    socket.on('data', (chunk) => {
      bodies.push(String(chunk).split('\r\n\r\n')[1] ?? '')
      if (answered) return socket.destroy()
      answered = true
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    })
  })
  const post = posting()
  for (let i = 0; i < 6; i++)
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, error: null })
  expect(new Set(bodies)).toEqual(new Set(['{"n":1}']))
})

test('a request on a new connection that is cut is not repeated', async () => {
  let asked = 0
  const port = await raw((socket) =>
    socket.on('data', () => {
      asked++
      socket.destroy()
    }),
  )
  expect(await posting()(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'reset' })
  expect(asked).toBe(1)
})

test('a request on a kept connection that receives nonsense is not repeated', async () => {
  let asked = 0
  const port = await raw((socket) =>
    socket.on('data', () => {
      asked++
      socket.write(asked === 1 ? 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok' : '220 mail.example ESMTP\r\n')
    }),
  )
  const post = posting()
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'invalid_answer' })
  expect(asked).toBe(2)
})

test('a name with one private address is refused completely, even if it was public before', async () => {
  let connections = 0
  const port = await raw((socket) => {
    connections++
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'))
  })
  // One address of the loopback range stands for the public one.
  let found = ['127.0.0.1']
  const resolveName = async () => found.map((address) => ({ address, family: 4 }))
  const post = posting({ allows: (address) => address === '127.0.0.1', resolveName })
  expect(await post(`http://receiver.example:${port}/`)).toMatchObject({ status: 200 })
  for (found of [['127.0.0.1', '10.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['127.0.0.2'], []]) {
    expect(await post(`http://receiver.example:${port}/`)).toMatchObject({ status: null, error: 'dns' })
  }
  expect(connections).toBe(1)
})

/** A proxy that leads every tunnel to one port of this machine, or refuses. */
async function proxyTo(port: number, refusal?: string) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (req, socket) => {
    asked.push(`${req.url} ${req.headers['proxy-authorization'] ?? ''}`.trim())
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    const up = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      up.pipe(socket).pipe(up)
    })
    up.on('error', () => socket.destroy())
    socket.on('error', () => up.destroy())
  })
  await listen(server)
  const proxy = new URL(`http://cook:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { asked, proxy }
}

test('a proxy is told the checked address and never a name, and private addresses are refused or reached without it', async () => {
  const hosts: string[] = []
  const server = createServer((req, res) => {
    hosts.push(req.headers.host ?? '')
    res.end('ok')
  })
  const port = await listen(server)
  const { asked, proxy } = await proxyTo(port)
  const found: Record<string, string> = { 'hooks.example': '8.8.8.8', 'intranet.example': '10.0.0.5' }
  const resolveName = async (name: string) => [{ address: found[name] ?? '', family: 4 }]
  const guarded = posting({ allows: isPublicAddress, resolveName, proxy })
  expect(await guarded('http://hooks.example/a')).toMatchObject({ status: 200 })
  expect(await guarded('http://9.9.9.9:8080/a')).toMatchObject({ status: 200 })
  expect(hosts).toEqual(['hooks.example', '9.9.9.9:8080'])
  expect(await guarded('http://intranet.example/')).toMatchObject({ status: null, error: 'dns' })
  expect(await guarded(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, error: 'blocked_address' })
  const credentials = `Basic ${Buffer.from('cook:p@ss').toString('base64')}`
  expect(asked).toEqual([`8.8.8.8:80 ${credentials}`, `9.9.9.9:8080 ${credentials}`])
  expect(await posting({ proxy })(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  expect(asked).toHaveLength(2)
})

test('a proxy that refuses is named, without its password', async () => {
  const { proxy } = await proxyTo(0, '403 Forbidden')
  const agent = createOperatorAgent({ timeoutMs: 60_000, keepAliveMs: 1_000, proxy })
  const { signal } = new AbortController()
  const failure = agent.request(new URL('http://api.provider.invalid/'), { method: 'GET', headers: {}, signal })
  await expect(failure).rejects.toThrow(`the proxy ${proxy.host} (PLATELIGHT_OUTBOUND_PROXY) answered 403`)
  await agent.close()
})
