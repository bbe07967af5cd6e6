import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
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

test('nothing in an excerpt is taken for a command by the terminal that shows it', async () => {
  const url = await http((_, res) => res.end('\u001b[31mred\u009b2J\u0007\u007f\tand\r\nso on'))
  expect((await posting()(url)).excerpt).toBe('\ufffd[31mred\ufffd2J\ufffd\ufffd\tand\r\nso on')
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

test.each([
  ['its name is looked up', (port: number) => `http://silent.example:${port}/`],
  ['the connection is being secured', (port: number) => `https://127.0.0.1:${port}/`],
  ['an answer is awaited', (port: number) => `http://127.0.0.1:${port}/`],
])('who calls it off while %s is told so, without waiting for the other side', async (_, address) => {
  const port = await raw(() => {})
  const post = createSafePost({ timeoutMs: 60_000, allows: () => true, names: () => new Promise(() => {}) })
  open.push(post.close)
  const controller = new AbortController()
  const sent = post.send(address(port), { headers: {}, body: '', signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})

test('the time limit holds for the name, the connection and TLS too, also a byte at a time', async () => {
  const silent = await raw(() => {})
  const dribbling = await raw((socket) => {
    // The beginning of what a TLS server says first, and never the whole of it.
    const record = Buffer.concat([Buffer.from([22, 3, 3, 0x3f, 0]), Buffer.alloc(1_000, 2)])
    let sent = 0
    const timer = setInterval(() => socket.write(record.subarray(sent, ++sent)), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const post = createSafePost({ timeoutMs: 300, allows: () => true, names: () => new Promise(() => {}) })
  open.push(post.close)
  const { signal } = new AbortController()
  const addresses = [`http://silent.example/`, `https://127.0.0.1:${silent}/`, `https://127.0.0.1:${dribbling}/`]
  for (const url of addresses) {
    const answer = await post.send(url, { headers: {}, body: '', signal })
    expect(answer, url).toMatchObject({ status: null, error: 'timeout', excerpt: null })
    expect(answer.durationMs, url).toBeGreaterThanOrEqual(295)
  }
})

test('an attempt that was given up while its name was looked up sends nothing later', async () => {
  let requests = 0
  const port = await raw((socket) => socket.on('data', () => void requests++))
  let answer: (found: { address: string; family: number }[]) => void = () => {}
  const names = () => new Promise<{ address: string; family: number }[]>((resolve) => (answer = resolve))
  const post = createSafePost({ timeoutMs: 100, allows: () => true, names })
  open.push(post.close)
  const { signal } = new AbortController()
  const sent = await post.send(`http://late.example:${port}/`, { headers: {}, body: '', signal })
  expect(sent.error).toBe('timeout')
  answer([{ address: '127.0.0.1', family: 4 }])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(requests).toBe(0)
})

test('who cuts a kept connection in the moment it is used again is asked once more on a new one', async () => {
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

test('who cuts every connection is asked once', async () => {
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

test('a kept connection on which nonsense comes is not asked again', async () => {
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

test.each([
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', { status: null, error: 'invalid_answer' }],
  [
    '101',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    { status: null, error: 'invalid_answer' },
  ],
  [
    '103 before the answer',
    'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    { status: 200, error: null, excerpt: 'ok' },
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', { status: 200, error: null, excerpt: 'hello' }],
  ['no length', 'HTTP/1.1 201 Created\r\n\r\nhello', { status: 201, error: null, excerpt: 'hello' }],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, error: null, excerpt: '' }],
  ['304', 'HTTP/1.1 304 Not Modified\r\n\r\n', { status: 304, error: null, excerpt: '' }],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok',
    { status: null, error: 'invalid_answer' },
  ],
  [
    'a broken chunk',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    { status: 200, error: 'invalid_answer' },
  ],
  [
    '3,000 headers',
    `HTTP/1.1 200 OK\r\n${'x-a: 111111\r\n'.repeat(3_000)}\r\n`,
    { status: null, error: 'invalid_answer' },
  ],
])('an answer of %s is taken for what it is', async (_, text, expected) => {
  const port = await raw((socket) => socket.on('data', () => socket.end(text)))
  expect(await posting()(`http://127.0.0.1:${port}/`)).toMatchObject(expected)
})

test('interim answers without end are waited for until the time is over', async () => {
  const port = await raw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await posting({ timeoutMs: 300 })(`http://127.0.0.1:${port}/`)).toMatchObject({
    status: null,
    error: 'timeout',
  })
})

test('a packed answer is not unpacked', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000))
  const url = await http((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
  const { status, excerpt } = await posting()(url)
  expect(status).toBe(200)
  expect(excerpt?.length).toBeLessThan(2_000)
  expect(excerpt?.startsWith('\ufffd\ufffd\ufffd')).toBe(true)
})
