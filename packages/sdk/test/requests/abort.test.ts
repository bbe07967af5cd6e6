import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AbortError, type CallOptions } from '../../src/index.ts'
import { nextTurn, until } from '../support/hurried-clock.ts'
import { clientOf, credits, type Early, json, photo, refusal, serve, silence } from '../support/scripted-server.ts'

const REASON = new Error('the user went away')
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(1000)])

/** Aborts when the phase is reached. The call must have ended within the same turn of the event loop. */
async function abortIn(phase: () => boolean, start: (options: CallOptions) => PromiseLike<unknown>) {
  const controller = new AbortController()
  let outcome: unknown = 'still running'
  const call = Promise.resolve(start({ signal: controller.signal })).then(
    () => 'succeeded',
    (error: unknown) => error,
  )
  void call.then((value) => {
    outcome = value
  })
  await until(phase)
  expect(outcome).toBe('still running')
  controller.abort(REASON)
  await nextTurn()
  expect(outcome).toBeInstanceOf(AbortError)
  expect(outcome).toMatchObject({ name: 'AbortError', code: 'aborted', cause: REASON })
}

test('before: nothing is sent', async () => {
  const server = await serve(json(200, credits))
  const signal = AbortSignal.abort(REASON)
  const client = clientOf(server)
  await expect(client.account.credits({ signal })).rejects.toMatchObject({ code: 'aborted', cause: REASON })
  await expect(client.uploads.create(JPEG, { signal })).rejects.toMatchObject({ code: 'aborted', cause: REASON })
  await expect(client.photos.enhance({ image: JPEG }, { signal })).rejects.toMatchObject({ code: 'aborted' })
  expect(server.requests).toHaveLength(0)
})

test('while waiting for the answer', async () => {
  const server = await serve(silence)
  await abortIn(
    () => server.requests.length === 1,
    (options) => clientOf(server).account.credits(options),
  )
  await until(() => server.hungUp() === 1)
})

test('while reading the body', async () => {
  let started = false
  const half: Early = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"credits":')
    started = true
  }
  const server = await serve(half)
  await abortIn(
    () => started,
    (options) => clientOf(server).account.credits(options),
  )
  await until(() => server.hungUp() === 1)
})

test('while waiting between attempts', async () => {
  const lines: string[] = []
  const none = () => undefined
  const logger = { error: none, warn: none, debug: none, info: (line: string) => void lines.push(line) }
  const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '25' }))
  await abortIn(
    () => lines.length === 1,
    (options) => clientOf(server, { logger, logLevel: 'info' }).account.credits(options),
  )
  expect(server.requests).toHaveLength(1)
})

test('during an upload, and its source is released', async () => {
  const server = await serve(Object.assign(() => undefined, { early: true }))
  let pieces = 0
  let released = false
  const source = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pieces++
      controller.enqueue(pieces === 1 ? JPEG : new Uint8Array(1000))
      await new Promise((resolve) => setTimeout(resolve, 5))
    },
    cancel() {
      released = true
    },
  })
  await abortIn(
    () => pieces > 5,
    (options) => clientOf(server).uploads.create(source, options),
  )
  await until(() => released)
})

test('while a source gives no bytes, and the source is released', async () => {
  const server = await serve(silence)
  let asked = false
  let released = false
  const source = new ReadableStream<Uint8Array>({
    pull() {
      asked = true
      return new Promise(() => undefined)
    },
    cancel() {
      released = true
    },
  })
  await abortIn(
    () => asked,
    (options) => clientOf(server).uploads.create(source, options),
  )
  await until(() => released)
  expect(server.requests).toHaveLength(0)
})

test('while a list is read', async () => {
  const server = await serve(json(200, { photos: [photo()], nextCursor: 'a' }), silence)
  await abortIn(
    () => server.requests.length === 2,
    (options) => clientOf(server).photos.list({}, options).toArray({ limit: 10 }),
  )
})

test('while a file is saved, and no partial file is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-'))
  const half: Early = (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '100000' })
    response.write(JPEG)
  }
  const server = await serve(half)
  const controller = new AbortController()
  const inHand = photo({ enhanced: { square: `${server.url}/files/a.jpg` } }) as never
  const call = clientOf(server).photos.download(inHand, 'square', join(folder, 'a.jpg'), { signal: controller.signal })
  const outcome = call.catch((error: unknown) => error)
  await until(() => server.requests.length === 1)
  await expect.poll(() => readdir(folder)).not.toEqual([])
  controller.abort(REASON)
  expect(await outcome).toMatchObject({ code: 'aborted', cause: REASON })
  expect(await readdir(folder)).toEqual([])
})

test('an AbortSignal.timeout throws an AbortError, not a TimeoutError', async () => {
  const server = await serve(silence)
  const error = await clientOf(server)
    .account.credits({ signal: AbortSignal.timeout(500) })
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AbortError)
  expect(error.cause).toMatchObject({ name: 'TimeoutError' })
})

test('a signal keeps no listener after the call', async () => {
  const server = await serve(json(200, credits))
  const { signal } = new AbortController()
  let listeners = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++
    addEventListener.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--
    removeEventListener.apply(signal, args)
  }
  await clientOf(server).account.credits({ signal })
  expect(listeners).toBe(0)
})
