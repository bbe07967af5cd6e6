import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import express5, { type RequestHandler } from 'express'
import express4 from 'express4'
import { afterEach, describe, expect, test } from 'vitest'
import { expressWebhook } from '../src/express.ts'
import type { WebhookHandlers, WebhookOptions } from '../src/index.ts'
import { eventBody, gate, hmac, SECRET } from './support/signed-deliveries.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe.each([
  ['4', express4],
  ['5', express5],
])('express %s', (version, express) => {
  /** An application with the given middleware, the receiver after it, and a JSON route. */
  async function shop(before: RequestHandler[], handlers: WebhookHandlers = {}, options: Partial<WebhookOptions> = {}) {
    const errors: { code?: string; hint?: string }[] = []
    const all = { secrets: SECRET, onError: (error: unknown) => errors.push(error as object), ...options }
    const app = express()
    if (before.length > 0) app.use(...before)
    // A plain assignment checks that the adapter fits express's type without a cast.
    const receive: RequestHandler = expressWebhook(all, handlers)
    app.post('/hooks/photos', receive)
    app.use(express.json())
    app.post('/other', (request, response) => {
      response.json(request.body)
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/hooks/photos`
    const send = async (body: string, headers: Record<string, string> = {}) => {
      const all = { 'content-type': 'application/json', 'X-Service-Signature': hmac(body), ...headers }
      const response = await fetch(url, { method: 'POST', body, headers: all })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    return { send, errors, url, port }
  }

  test('is the expected version', () => {
    // Version 5 has removed `del`.
    expect('del' in express()).toBe(version === '4')
  })

  test.each<[string, RequestHandler[]]>([
    ['before any parser', []],
    ['behind express.raw()', [express.raw({ type: '*/*' })]],
    ['behind express.text()', [express.text({ type: '*/*' })]],
    ['after express.json() that keeps the bytes', [express.json({ verify: keepBytes })]],
    ['after a platform that keeps the bytes', [express.json({ verify: keepBytes }), (_req, _res, next) => next()]],
    [
      'after a parser of other types',
      [express.urlencoded({ extended: true }), express.json({ type: 'application/x' })],
    ],
  ])('%s a genuine event is handled and an altered one is refused', async (_, before) => {
    const seen: string[] = []
    const { send } = await shop(before, { 'photo.deleted': ({ data }) => seen.push(data.photo.id) })
    const body = eventBody({ data: { photo: { id: 'crème brûlée 🍮' } } })
    expect(await send(body)).toMatchObject({ status: 200, text: 'ok' })
    expect(await send(body.replace('crème', 'creme'), { 'X-Service-Signature': hmac(body) })).toMatchObject({
      status: 401,
    })
    expect(seen).toEqual(['crème brûlée 🍮'])
  })

  test('after express.json() every delivery is answered with 500 at once, with what to do', async () => {
    let handled = 0
    const { send, errors } = await shop([express.json()], { default: () => handled++ })
    const { status, text } = await send(eventBody())
    expect(status).toBe(500)
    expect(text).toMatch(/^body_not_raw: .*before express\.json\(\).*rawBody/)
    expect(errors).toMatchObject([{ code: 'body_not_raw' }])
    expect(handled).toBe(0)
  })

  test('after middleware that consumed the stream every delivery is answered with 500', async () => {
    const swallow: RequestHandler = (request, _response, next) => request.resume().on('end', () => next())
    const { send } = await shop([swallow])
    expect(await send(eventBody())).toMatchObject({ status: 500, text: expect.stringMatching(/^body_not_raw/) })
  })

  test('a body that was serialised again is refused, and only the log has the reason', async () => {
    const reprint: RequestHandler = (request, _response, next) => {
      request.body = JSON.stringify(request.body, null, 2)
      next()
    }
    const { send, errors } = await shop([express.json(), reprint])
    const { status, text } = await send(eventBody())
    expect(status).toBe(401)
    expect(text).not.toMatch(/JSON/)
    expect(errors[0]?.hint).toMatch(/JSON\.stringify/)
  })

  test('other routes have parsed bodies', async () => {
    const { url } = await shop([])
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(new URL('/other', url), { method: 'POST', body: '{"a":1}', headers })
    expect(await reply.json()).toEqual({ a: 1 })
  })

  test.each([
    ['no signature', { 'X-Service-Signature': '' }, 401],
    ['a signature of 65 characters', { 'X-Service-Signature': `${'a'.repeat(65)}` }, 401],
    ['a signature in upper case', { 'X-Service-Signature': hmac('{').toUpperCase() }, 400],
  ])('%s', async (_, headers, status) => {
    const { send } = await shop([])
    expect((await send('{', headers)).status).toBe(status)
  })

  test('a duplicate is acknowledged without being handled, even if both arrive at once', async () => {
    let handled = 0
    const { send } = await shop([], { default: () => handled++ })
    const body = eventBody()
    const both = await Promise.all([send(body), send(body)])
    for (const { status } of both) expect([200, 503]).toContain(status)
    expect(await send(body)).toMatchObject({ status: 200, text: 'duplicate' })
    expect(handled).toBe(1)
  })

  test('a handler that hangs blocks neither the answer nor other events', async () => {
    const { opened, open } = gate()
    const { send } = await shop([], { 'credit.depleted': () => opened }, { timeoutMs: 50 })
    const slow = eventBody({ type: 'credit.depleted' })
    const answer = await send(slow)
    expect(answer).toMatchObject({ status: 503, text: expect.stringMatching(/^timeout/) })
    expect(answer.headers.get('retry-after')).toBe('5')
    const quick = eventBody()
    await expect.poll(async () => (await send(quick)).status).toBe(200)
    open()
    await expect.poll(async () => (await send(slow)).text).toBe('duplicate')
  })

  test('a body above the limit is refused, and the next delivery on the same connection is handled', async () => {
    const { send, port } = await shop([])
    const large = `${eventBody()}${' '.repeat(3_000_000)}`
    expect(await send(large)).toMatchObject({ status: 413, text: expect.stringMatching(/^body_too_large/) })

    const socket = connect(port, '127.0.0.1')
    closing.push(async () => socket.destroy())
    let answers = ''
    socket.on('data', (chunk) => {
      answers += chunk
    })
    for (const [body, status] of [
      [large, 413],
      [eventBody(), 200],
    ] as const) {
      const length = Buffer.byteLength(body)
      const head = ['POST /hooks/photos HTTP/1.1', 'Host: x', `Content-Length: ${length}`]
      socket.write(`${[...head, `X-Service-Signature: ${hmac(body)}`].join('\r\n')}\r\n\r\n${body}`)
      await expect.poll(() => answers).toContain(`HTTP/1.1 ${status}`)
    }
  })

  test('a sender that disconnects during the body does no harm', async () => {
    const { send, port, errors } = await shop([])
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = ['POST /hooks/photos HTTP/1.1', 'Host: x', 'Content-Length: 100', `X-Service-Signature: ${hmac('')}`]
    socket.write(`${head.join('\r\n')}\r\n\r\n{"half":`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await expect.poll(() => errors.length).toBe(1)
    expect((await send(eventBody())).status).toBe(200)
  })

  test('a response that was already sent is not changed', async () => {
    const impatient: RequestHandler = (_request, response, next) => {
      response.status(504).end('too late')
      next()
    }
    const { send } = await shop([impatient])
    expect(await send(eventBody())).toMatchObject({ status: 504, text: 'too late' })
    expect((await send(eventBody())).status).toBe(504)
  })
})

function keepBytes(request: object, _response: unknown, bytes: Buffer) {
  Object.assign(request, { rawBody: bytes })
}
