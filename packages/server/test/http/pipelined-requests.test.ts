import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type AnyHandler, SpecialReply } from '../../src/contract/index.ts'
import { type HttpFixture, KEY, startHttp, until } from './http-fixture.ts'

const MEGABYTE = 1_000_000

/** A connection that sends a text and is not read from until `resume`. */
async function say(fixture: HttpFixture, text: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(fixture.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write(text)
  return socket
}

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n${more}\r\n`

/** Reads until `count` replies have arrived. */
async function answersOf(socket: Socket, count: number): Promise<string[]> {
  let text = ''
  const answers = () => text.split(/(?=HTTP\/1\.1 [1-5])/).filter(Boolean)
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await until(() => answers().length >= count && /\}$/.test(text), `${count} replies have arrived`)
  return answers()
}

const sharing = (bytes: Buffer, started: () => void): Record<string, AnyHandler> => ({
  'files.result': async () => {
    started()
    return new SpecialReply({ kind: 'cached', file: { mime: 'text/plain', bytes, gzip: bytes, version: 'v' } })
  },
})

test('requests of a connection are handled one at a time and in order', async () => {
  let at = 0
  let most = 0
  const fixture = await startHttp({
    handlers: {
      'photos.get': async ({ path }) => {
        most = Math.max(most, ++at)
        await sleep(((path as { id: number }).id * 7) % 5)
        at -= 1
        return { id: (path as { id: number }).id }
      },
    },
  })
  const ids = Array.from({ length: 40 }, (_, index) => index + 1)
  const answers = await answersOf(await say(fixture, ids.map((id) => get(`/v1/photos/${id}`)).join('')), ids.length)
  expect(answers.map((answer) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '').id)).toEqual(ids)
  expect(most).toBe(1)
})

test('while a reply is not read, no further request is handled or read; afterwards all are', async () => {
  let started = 0
  const bytes = Buffer.alloc(MEGABYTE / 4, '.')
  const fixture = await startHttp({ handlers: sharing(bytes, () => started++) })
  const socket = await say(fixture, get('/files/a').repeat(700))
  const big = 'x'.repeat(10_000)
  for (let index = 0; index < 500; index += 1) socket.write(get('/files/a', `X-Padding: ${big}\r\n`))
  await until(() => started > 0, 'the first request is handled')
  await sleep(500)
  const [held] = fixture.sockets
  // The system buffers a few megabytes for the two sides of a connection.
  expect(started).toBeLessThan(100)
  expect(held?.writableLength).toBeLessThan(MEGABYTE)
  expect(held?.bytesRead).toBeLessThan(200_000)
  expect((await fixture.send('GET', '/health')).status).toBe(200)

  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  // The headers count too, so the bytes alone do not show that the last request was handled.
  await until(() => (started === 1_200 && received > 1_200 * bytes.length) || socket.closed, 'all replies have arrived')
  expect(received).toBeGreaterThan(1_200 * bytes.length)
  expect(started).toBe(1_200)
})

test('a connection that reads nothing of its reply is cut, and a slow reader is not', async () => {
  const bytes = Buffer.alloc(60 * MEGABYTE, '.')
  const fixture = await startHttp({ handlers: sharing(bytes, () => {}), socketSettings: { sendTimeoutMs: 4_000 } })
  const slow = await say(fixture, get('/files/a'))
  let received = 0
  let pauseMs = 20
  slow.on('data', (chunk) => {
    received += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), pauseMs)
  })
  slow.resume()
  await until(() => received > 0, 'the slow one reads')
  await say(fixture, get('/files/a'))
  await until(() => fixture.sockets[1]?.destroyed === true, 'the idle one is cut')
  expect(received).toBeLessThan(bytes.length)
  pauseMs = 0
  await until(() => received > bytes.length || slow.closed, 'the slow one has all')
  expect(received).toBeGreaterThan(bytes.length)
})

test('slow work and rare events outlast the send time-out', async () => {
  const fixture = await startHttp({
    socketSettings: { sendTimeoutMs: 100 },
    handlers: {
      'photos.credits': async () => {
        await sleep(600)
        return { credits: 5, since: null }
      },
      'photos.list': async () =>
        new SpecialReply({
          kind: 'events',
          events: (async function* () {
            yield 'data: 1\n\n'
            await sleep(600)
            yield 'data: 2\n\n'
          })(),
        }),
    },
  })
  expect((await fixture.send('GET', '/v1/account/credits')).status).toBe(200)
  expect(await (await fixture.send('GET', '/v1/photos')).text()).toBe('data: 1\n\ndata: 2\n\n')
})

test('a file is opened only when its reply is next, and closed with the connection', async () => {
  let opened = 0
  const open = new Set<Readable>()
  const fixture = await startHttp({
    handlers: {
      'files.result': async () =>
        new SpecialReply({
          kind: 'file',
          file: {
            sizeBytes: 50 * MEGABYTE,
            mime: 'image/jpeg',
            etag: '"a"',
            cacheControl: 'no-store',
            open: async () => {
              opened += 1
              const bytes = Readable.from(
                Array.from({ length: 50 }, () => Buffer.alloc(MEGABYTE)),
                { objectMode: false },
              )
              open.add(bytes)
              bytes.once('close', () => open.delete(bytes))
              return bytes
            },
          },
        }),
    },
  })
  const socket = await say(fixture, get('/files/a.jpg').repeat(500))
  await until(() => opened > 0, 'the first is sent')
  await sleep(300)
  expect(opened).toBe(1)
  socket.destroy()
  await until(() => open.size === 0, 'the file is closed')
  expect(opened).toBe(1)
})

test('bodies of waiting requests are read completely, also with Expect: 100-continue', async () => {
  const fixture = await startHttp()
  const post = (json: string, more = '') =>
    `POST /api/enhance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${json.length}\r\n${more}\r\n`
  const one = JSON.stringify({ imageUrl: 'https://example.com/a.jpg', padding: 'a'.repeat(90_000) })
  const two = JSON.stringify({ imageUrl: 'https://example.com/b.jpg' })
  const socket = await say(fixture, get('/health') + post(one) + one + post(two, 'Expect: 100-continue\r\n'))
  const answers = answersOf(socket, 4)
  await until(() => fixture.calls.length === 2, 'the first two are handled')
  await sleep(100)
  expect(fixture.calls).toHaveLength(2)
  socket.write(two)
  expect((await answers).map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '100', '200'])
  expect(fixture.calls.map(({ id }) => id)).toEqual(['service.health', 'images.enhance', 'images.enhance'])
})

test('a malformed request after good ones gets its reply after theirs and closes the connection', async () => {
  const fixture = await startHttp()
  const socket = await say(fixture, `${get('/health')}${get('/v1/account/credits')}GIVE ME PHOTOS\r\n\r\n`)
  const answers = await answersOf(socket, 3)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '400'])
  await until(() => fixture.sockets[0]?.destroyed === true, 'the connection is gone')
})

test('a connection that closes with a reply drops the requests after it', async () => {
  const fixture = await startHttp()
  const socket = await say(
    fixture,
    get('/health') + get('/health', 'Connection: close\r\n') + get('/v1/photos').repeat(5),
  )
  expect(await answersOf(socket, 2)).toHaveLength(2)
  await until(() => fixture.sockets[0]?.destroyed === true, 'the connection is gone')
  expect(fixture.calls.map(({ id }) => id)).toEqual(['service.health', 'service.health'])
})
