import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress } from './address.ts'
import { createSafePost } from './safe-post.ts'

const open: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const posting = (options: { timeoutMs?: number; allows?: (address: string) => boolean } = {}) => {
  const post = createSafePost({ timeoutMs: options.timeoutMs ?? 400, allows: options.allows ?? (() => true) })
  open.push(post.close)
  const { signal } = new AbortController()
  return (url: string) => post.send(url, { headers: { 'content-type': 'application/json' }, body: '{"n":1}', signal })
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const http = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}/in`
const raw = (onSocket: (socket: Socket) => void) =>
  listen(
    createSocketServer((socket) => {
      socket.on('error', () => {})
      onSocket(socket)
    }),
  )

test('an answer is taken with its status and its text', async () => {
  const url = await http((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += chunk)).on('end', () => res.writeHead(202).end(`got ${req.method} ${body}`))
  })
  expect(await posting()(url)).toMatchObject({ status: 202, error: null, excerpt: 'got POST {"n":1}' })
})

test('a redirect is an answer, and is not followed', async () => {
  let elsewhere = 0
  const target = await http((_, res) => {
    elsewhere++
    res.end()
  })
  const url = await http((_, res) => res.writeHead(307, { location: target }).end())
  expect(await posting()(url)).toMatchObject({ status: 307, error: null })
  expect(elsewhere).toBe(0)
})

test('who never answers is waited for until the time is over, and not longer', async () => {
  const port = await raw(() => {})
  const answer = await posting({ timeoutMs: 200 })(`http://127.0.0.1:${port}/`)
  expect(answer).toMatchObject({ status: null, error: 'timeout', excerpt: null })
  expect(answer.durationMs).toBeGreaterThanOrEqual(195)
})

test('the time limit holds for the head and the body together, a byte at a time', async () => {
  const head = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-a: ')
    const timer = setInterval(() => socket.write('a'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const body = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    const timer = setInterval(() => socket.write('b'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const post = posting({ timeoutMs: 250 })
  expect(await post(`http://127.0.0.1:${head}/`)).toMatchObject({ status: null, error: 'timeout' })
  const dribbled = await post(`http://127.0.0.1:${body}/`)
  expect(dribbled).toMatchObject({ status: 200, error: 'timeout' })
  expect(dribbled.excerpt).toMatch(/^b+$/)
})

test('an answer without end counts by its status, and only its first 4096 bytes are kept', async () => {
  let written = 0
  const cut = new Promise<void>((resolve) => {
    void http((_, res) => {
      res.writeHead(200)
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(10_000))) written += 10_000
      }
      res.on('drain', more).on('close', resolve)
      more()
    }).then(async (url) => {
      const answer = await posting({ timeoutMs: 5_000 })(url)
      expect(answer).toMatchObject({ status: 200, error: null })
      expect(answer.excerpt).toBe('x'.repeat(4_096))
    })
  })
  await cut
  expect(written).toBeLessThan(50_000_000)
})

test('an excerpt is text, whatever the bytes: a character cut in two is left out, zeros are marked', async () => {
  const url = await http((_, res) => res.end(Buffer.concat([Buffer.from('\0'), Buffer.from('é'.repeat(3_000))])))
  const { excerpt } = await posting()(url)
  expect(excerpt).toBe(`\uFFFD${'é'.repeat(2_047)}`)
})

test('who refuses, hangs up or speaks nonsense is named', async () => {
  const closed = await raw(() => {})
  await open.pop()?.()
  const post = posting()
  expect(await post(`http://127.0.0.1:${closed}/`)).toMatchObject({ status: null, error: 'refused' })
  const hangsUp = await raw((socket) => socket.on('data', () => socket.resetAndDestroy()))
  expect(await post(`http://127.0.0.1:${hangsUp}/`)).toMatchObject({ status: null, error: 'reset' })
  const ends = await raw((socket) => socket.on('data', () => socket.end()))
  expect(await post(`http://127.0.0.1:${ends}/`)).toMatchObject({ status: null, error: 'reset' })
  const nonsense = await raw((socket) => socket.on('data', () => socket.end('220 mail.example ESMTP\r\n')))
  expect(await post(`http://127.0.0.1:${nonsense}/`)).toMatchObject({ status: null, error: 'invalid_answer' })
  const heavy = await raw((socket) =>
    socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(99_999)}\r\n\r\n`)),
  )
  expect(await post(`http://127.0.0.1:${heavy}/`)).toMatchObject({ status: null, error: 'invalid_answer' })
})

test('a body that breaks off is no success', async () => {
  const port = await raw((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')),
  )
  const answer = await posting()(`http://127.0.0.1:${port}/`)
  expect(answer).toMatchObject({ status: 200, error: 'reset', excerpt: 'abc' })
})

test('broken TLS is named', async () => {
  const plain = await raw((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  const post = posting()
  expect(await post(`https://127.0.0.1:${plain}/`)).toMatchObject({ status: null, error: 'tls' })
  const cut = await raw((socket) => socket.on('data', () => socket.destroy()))
  expect(await post(`https://127.0.0.1:${cut}/`)).toMatchObject({ status: null, error: 'tls' })
})

test('a private address is refused by number and by name, and nobody is connected to', async () => {
  let connections = 0
  const port = await raw(() => void connections++)
  const post = posting({ allows: isPublicAddress })
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.1.2.3', 'localhost']) {
    expect(await post(`http://${host}:${port}/`), host).toMatchObject({ status: null, error: 'blocked_address' })
  }
  expect(connections).toBe(0)
})

test('a name that nobody has is named', async () => {
  expect(await posting({ timeoutMs: 20_000 })('http://nobody.invalid/')).toMatchObject({ status: null, error: 'dns' })
})

test('connections are used again', async () => {
  let connections = 0
  const server = createHttpServer((_, res) => res.end('ok'))
  server.on('connection', () => void connections++)
  const url = `http://127.0.0.1:${await listen(server)}/`
  const post = posting()
  for (let i = 0; i < 20; i++) expect((await post(url)).status).toBe(200)
  expect(connections).toBeLessThan(5)
})

test('who calls it off is told so', async () => {
  const port = await raw(() => {})
  const post = createSafePost({ timeoutMs: 5_000, allows: () => true })
  open.push(post.close)
  const controller = new AbortController()
  const sent = post.send(`http://127.0.0.1:${port}/`, { headers: {}, body: '', signal: controller.signal })
  controller.abort()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})
