import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express, { type Response } from 'express'
import { afterEach, expect, test } from 'vitest'
import { attachContext } from '../stages/request-context.ts'
import { sendEvents } from './send-event-stream.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that replies to everything with these events, and a record of what happened to them. */
async function serving(events: (res: Response) => AsyncIterable<string>) {
  const app = express()
  const seen: { res?: Response; sent?: Promise<void> } = {}
  app.use((req, res) => {
    attachContext(req, res, () => {})
    seen.res = res
    seen.sent = sendEvents(res, events(res))
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { port: (server.address() as AddressInfo).port, seen }
}

const CHUNK = `data: ${'x'.repeat(64 * 1024)}\n\n`

test('a caller that does not read gets no more than fits into the buffers, and a hang-up frees everything', async () => {
  let made = 0
  let freed = false
  const { port, seen } = await serving(async function* () {
    try {
      for (;;) {
        made++
        yield CHUNK
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      freed = true
    }
  })
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  // It stops once the buffers of the system are full.
  let before = -1
  await expect
    .poll(
      () => {
        const still = made === before && made > 0
        before = made
        return still
      },
      { interval: 200 },
    )
    .toBe(true)
  expect(seen.res!.writableLength).toBeLessThan(2 * CHUNK.length)
  expect(freed).toBe(false)
  socket.destroy()
  await expect.poll(() => freed).toBe(true)
  await seen.sent
  expect(seen.res!.req.context.failure).toBeUndefined()
})

test('HEAD gets the headers at once and closes the stream', async () => {
  let freed = false
  const { port } = await serving(async function* () {
    try {
      yield 'retry: 1\n\n'
      await new Promise(() => {})
    } finally {
      freed = true
    }
  })
  const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await expect.poll(() => freed).toBe(true)
})

test('a stream is started and closed even when the caller has already hung up', async () => {
  let freed = false
  const caller = new AbortController()
  let hungUp = () => {}
  const gone = new Promise<void>((resolve) => (hungUp = resolve))
  const app = express()
  let sent: Promise<void> | undefined
  app.use(async (_req, res) => {
    res.once('close', hungUp)
    caller.abort()
    await gone
    const events = async function* () {
      try {
        yield 'retry: 1\n\n'
      } finally {
        freed = true
      }
    }
    sent = sendEvents(res, events())
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { signal: caller.signal })
  await expect(asked).rejects.toThrow()
  await expect.poll(() => freed).toBe(true)
  await sent
})

test('a failing stream is cut and not ended normally', async () => {
  const { port, seen } = await serving(async function* () {
    yield 'data: 1\n\n'
    throw new Error('the table is gone')
  })
  const reply = await fetch(`http://127.0.0.1:${port}/`)
  await expect(reply.text()).rejects.toThrow()
  expect(seen.res!.req.context.failure?.message).toBe('the table is gone')
})
