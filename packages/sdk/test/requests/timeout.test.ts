import { expect, test } from 'vitest'
import { ConnectionError, TimeoutError } from '../../src/index.ts'
import { deadlineOf } from '../../src/transport/send-operation.ts'
import { steppedClock, until } from '../support/hurried-clock.ts'
import { clientOf, credits, type Early, json, photo, serve, silence } from '../support/scripted-server.ts'

const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(1000)])

test('the deadline of an attempt is that of its operation, 60 s if it has none, + 5 s', () => {
  expect(deadlineOf('POST /v1/photos/enhance')).toBe(65_000)
  expect(deadlineOf('POST /api/upscale')).toBe(305_000)
  expect(deadlineOf('GET /api/account/credits')).toBe(65_000)
})

test('an attempt times out at that deadline', async () => {
  const deadlines: number[] = []
  const clock = {
    now: () => Date.now(),
    after(ms: number) {
      deadlines.push(ms)
      return () => undefined
    },
  }
  const server = await serve(json(200, photo()))
  const client = clientOf(server, { clock })
  await client.photos.enhance({ image: 'https://example.com/a.jpg' })
  await client.photos.get('run_1')
  await client.photos.get('run_1', { timeoutMs: 1234 })
  await clientOf(server, { clock, timeoutMs: 777 }).photos.get('run_1')
  expect(deadlines).toEqual([65_000, 65_000, 1234, 777])
})

test('a server that never answers causes a TimeoutError', async () => {
  const server = await serve(silence)
  const error = await clientOf(server, { timeoutMs: 30, maxRetries: 0 })
    .account.credits()
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ name: 'TimeoutError', code: 'timeout', timeoutMs: 30, attempts: 1 })
})

test('a body that stalls causes a TimeoutError', async () => {
  const half: Early = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"credits":')
  }
  const server = await serve(half)
  const call = clientOf(server, { timeoutMs: 50, maxRetries: 0 }).account.credits()
  await expect(call).rejects.toBeInstanceOf(TimeoutError)
})

test('each attempt has the full timeout', async () => {
  const clock = steppedClock()
  const slow: Early = async (response, request) => {
    clock.advance(1199)
    return json(200, credits)(response, request)
  }
  const server = await serve(silence, slow)
  const call = clientOf(server, { clock, timeoutMs: 1200 }).account.credits().withResponse()
  await until(() => server.requests.length === 1)
  clock.advance(1200)
  await expect.poll(clock.waits).toEqual([expect.any(Number)])
  clock.advance(clock.waits()[0] ?? 0)
  expect((await call).meta.attempts).toBe(2)
})

test('an upload may exceed the timeout while bytes are transferred', async () => {
  const clock = steppedClock()
  const server = await serve(json(200, { id: 'upl_1' }))
  async function* trickle() {
    yield JPEG
    for (let piece = 0; piece < 10; piece++) {
      clock.advance(150)
      yield new Uint8Array(100)
    }
  }
  await clientOf(server, { clock, timeoutMs: 1200 }).uploads.create(trickle())
  expect(server.requests[0]?.body.length).toBeGreaterThan(JPEG.length + 1000)
})

test('an upload that stalls for the timeout causes a TimeoutError', async () => {
  const server = await serve(json(200, { id: 'upl_1' }))
  async function* stuck() {
    yield JPEG
    await new Promise(() => undefined)
  }
  const error = await clientOf(server, { timeoutMs: 60 })
    .uploads.create(stuck())
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error).toMatchObject({ timeoutMs: 60, attempts: 1 })
})
