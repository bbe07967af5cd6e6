import { once } from 'node:events'
import { connect } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpFixture, KEY, startHttp, until } from './http-fixture.ts'

/** A caller that sends a text and never closes the connection itself. */
async function open(fixture: HttpFixture, text: string) {
  const socket = connect({ port: Number(new URL(fixture.url).port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer += chunk
  })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return {
    answer: () => answer,
    async answered() {
      await until(() => answer.endsWith('}'), 'the reply has arrived')
      return answer
    },
  }
}

const EXPECTED: [string, string, number, string][] = [
  ['a text that is not HTTP', 'GIVE ME PHOTOS\r\n\r\n', 400, 'bad_request'],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  [
    'an expectation that is not known',
    'GET /health HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n',
    417,
    'expectation_failed',
  ],
  ['two Host headers', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'bad_request'],
  ['no Host header', 'GET /health HTTP/1.1\r\n\r\n', 400, 'bad_request'],
]

test.each(EXPECTED)('%s gets an error reply with the headers of every reply', async (_, text, status, code) => {
  const fixture = await startHttp()
  const { answered } = await open(fixture, text)
  const answer = await answered()
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/^x-request-id: req_[0-9a-f]{32}\r$/im)
  expect(answer).toMatch(/^x-ratelimit-remaining: 60\r$/im)
  expect(answer).toMatch(/^x-ratelimit-reset: \d{10}\r$/im)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code } })
})

test('the connection is closed after an early reply, even when the caller keeps its side open', async () => {
  const fixture = await startHttp()
  const slow = await open(fixture, 'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow')
  await until(() => fixture.sockets.length === 1, 'the connection is open')
  // The error of Node when headers take too long.
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  fixture.server.emit('clientError', late, fixture.sockets[0])
  expect(await slow.answered()).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n(?:.*\r\n)*x-request-id: req_/i)
  expect(slow.answer()).toContain('"code":"request_timeout"')
  await until(() => fixture.sockets[0]?.destroyed === true, 'the socket is destroyed')
})

test('an HTTP/1.0 request needs no Host header', async () => {
  const fixture = await startHttp()
  const { answered } = await open(fixture, 'GET /health HTTP/1.0\r\n\r\n')
  expect(await answered()).toMatch(/^HTTP\/1.1 200 /)
})

test('a request whose body breaks off gets exactly one reply', async () => {
  const fixture = await startHttp()
  const { answered, answer } = await open(
    fixture,
    `POST /api/enhance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nNOT A SIZE\r\n',
  )
  expect(await answered()).toMatch(/^HTTP\/1.1 400 /)
  await until(() => fixture.sockets[0]?.destroyed === true, 'the connection is gone')
  expect(answer().match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(fixture.calls).toEqual([])
})

const isClosed = async (fixture: HttpFixture, from: string) => {
  const socket = connect({ port: Number(new URL(fixture.url).port), host: '127.0.0.1', localAddress: from })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return socket.closed
}

test('connections are limited per address and in total', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const fixture = await startHttp({ socketSettings: { connections: { total: 4, perAddress: 3, logger } } })
  for (let index = 0; index < 3; index += 1) expect(await isClosed(fixture, '127.0.0.1')).toBe(false)
  expect(await isClosed(fixture, '127.0.0.1')).toBe(true)
  expect(await isClosed(fixture, '127.0.0.2')).toBe(false)
  expect(await isClosed(fixture, '127.0.0.3')).toBe(true)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ address: '127.0.0.1', limit: 3 })

  const [first] = fixture.sockets
  if (first) await once(first.destroy(), 'close')
  expect(await isClosed(fixture, '127.0.0.1')).toBe(false)
})
