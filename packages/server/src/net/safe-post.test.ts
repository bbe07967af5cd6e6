import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { sockets } from '../../test/support/network/raw-sockets.ts'
import { createSafePost, type SafePost } from './safe-post.ts'

const { http, raw, close } = sockets()
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

test('a reply is returned with its status and text', async () => {
  const url = await http((req, res) => {
    let body = ''
    req.on('data', (chunk) => (body += chunk)).on('end', () => res.writeHead(202).end(`got ${req.method} ${body}`))
  })
  expect(await posting()(url)).toMatchObject({ status: 202, error: null, excerpt: 'got POST {"n":1}' })
})

test('a redirect is a result and is not followed', async () => {
  let elsewhere = 0
  const target = await http((_, res) => {
    elsewhere++
    res.end()
  })
  const url = await http((_, res) => res.writeHead(307, { location: target }).end())
  expect(await posting()(url)).toMatchObject({ status: 307, error: null })
  expect(elsewhere).toBe(0)
})

test('a silent receiver is abandoned exactly at the time limit', async () => {
  const port = await raw(() => {})
  const answer = await posting({ timeoutMs: 200 })(`http://127.0.0.1:${port}/`)
  expect(answer).toMatchObject({ status: null, error: 'timeout', excerpt: null })
  expect(answer.durationMs).toBeGreaterThanOrEqual(195)
})

test('the time limit includes headers and body, one byte at a time', async () => {
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
  const post = posting({ timeoutMs: 3_000 })
  expect(await post(`http://127.0.0.1:${head}/`)).toMatchObject({ status: null, error: 'timeout' })
  const dribbled = await post(`http://127.0.0.1:${body}/`)
  expect(dribbled).toMatchObject({ status: 200, error: 'timeout' })
  expect(dribbled.excerpt).toMatch(/^b+$/)
})

test('an endless reply counts by its status, and only its first 4096 bytes are kept', async () => {
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
      const answer = await posting()(url)
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

test('an excerpt contains no terminal commands', async () => {
  const url = await http((_, res) => res.end('\u001b[31mred\u009b2J\u0007\u007f\tand\r\nso on'))
  expect((await posting()(url)).excerpt).toBe('\ufffd[31mred\ufffd2J\ufffd\ufffd\tand\r\nso on')
})

test('refusing, hanging up and speaking nonsense have different errors', async () => {
  const closed = await raw(() => {})
  close()
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

test('a body that breaks off is not a success', async () => {
  const port = await raw((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')),
  )
  const answer = await posting()(`http://127.0.0.1:${port}/`)
  expect(answer).toMatchObject({ status: 200, error: 'reset', excerpt: 'abc' })
})

test('a failed TLS handshake has its own error', async () => {
  const plain = await raw((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  const post = posting()
  expect(await post(`https://127.0.0.1:${plain}/`)).toMatchObject({ status: null, error: 'tls' })
  const cut = await raw((socket) => socket.on('data', () => socket.destroy()))
  expect(await post(`https://127.0.0.1:${cut}/`)).toMatchObject({ status: null, error: 'tls' })
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
])('a reply of %s has the right error', async (_, text, expected) => {
  const port = await raw((socket) => socket.on('data', () => socket.end(text)))
  expect(await posting()(`http://127.0.0.1:${port}/`)).toMatchObject(expected)
})

test('endless interim responses end at the time limit', async () => {
  const port = await raw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await posting({ timeoutMs: 300 })(`http://127.0.0.1:${port}/`)).toMatchObject({
    status: null,
    error: 'timeout',
  })
})

test('a compressed reply is not decompressed', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000))
  const url = await http((_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
  const { status, excerpt } = await posting()(url)
  expect(status).toBe(200)
  expect(excerpt?.length).toBeLessThan(2_000)
  expect(excerpt?.startsWith('\ufffd\ufffd\ufffd')).toBe(true)
})
