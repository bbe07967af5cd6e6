import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { imageHost } from '../../../test/support/network/image-host.ts'
import { isPublicAddress } from '../ip-ranges.ts'
import { type ApiClientOptions, createApiClient } from './api-client.ts'

/** A service that answers as `reply` says, and a client that knows it as the operator's. */
async function serviceWith(
  reply: (req: IncomingMessage, res: ServerResponse, count: number) => unknown,
  options: Partial<ApiClientOptions> = {},
) {
  let count = 0
  const host = await imageHost((req, res) => void reply(req, res, ++count))
  const client = createApiClient({
    service: 'the kitchen',
    secrets: [],
    timeoutMs: 60_000,
    maxBytes: 1_000,
    allows: isPublicAddress,
    resolveName: async () => [],
    operatorHosts: new Set([`127.0.0.1:${host.port}`]),
    ...options,
  })
  onTestFinished(async () => {
    await client.close()
    await host.close()
  })
  return { client, url: host.url('/api?key=s3cret'), count: () => count }
}

const failure = (promised: Promise<unknown>): Promise<{ kind: string; message: string }> =>
  promised.then(
    () => expect.fail('it succeeded'),
    (error) => error,
  )

test('a request is sent as fetch would send it, and its reply comes back whole', async () => {
  const { client, url } = await serviceWith(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    res.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
    res.end(JSON.stringify({ body, method: req.method, type: req.headers['content-type'], key: req.headers['x-key'] }))
  })
  const form = new URLSearchParams({ grant: 'code' })
  const reply = await client.fetch(url, { method: 'POST', body: form, headers: { 'X-Key': 'k' } })
  expect([reply.status, reply.headers.getSetCookie()]).toEqual([201, ['a=1', 'b=2']])
  const type = 'application/x-www-form-urlencoded;charset=UTF-8'
  expect(await reply.json()).toEqual({ body: 'grant=code', method: 'POST', type, key: 'k' })
})

test('a read is repeated while the service restarts, at most twice', async () => {
  const restarting = await serviceWith((_, res, count) => void res.writeHead(count < 3 ? 503 : 200).end())
  expect((await restarting.client.fetch(restarting.url)).status).toBe(200)
  expect(restarting.count()).toBe(3)
  const cutting = await serviceWith((req, res, count) => (count < 2 ? req.socket.destroy() : res.end('{}')))
  expect((await cutting.client.fetch(cutting.url)).status).toBe(200)
  const down = await serviceWith((_, res) => void res.writeHead(503).end())
  expect((await down.client.fetch(down.url)).status).toBe(503)
  expect(down.count()).toBe(3)
})

test('a change is sent once, unless the caller says that it may be repeated', async () => {
  const { client, url, count } = await serviceWith((_, res) => void res.writeHead(503).end())
  expect((await client.fetch(url, { method: 'POST', body: '{}' })).status).toBe(503)
  expect(count()).toBe(1)
  await client.fetch(url, { method: 'POST', body: '{}', repeatable: true })
  expect(count()).toBe(4)
})

test('a refusal that would be the same again is not repeated', async () => {
  const { client, url, count } = await serviceWith((_, res) => void res.writeHead(404).end())
  expect((await client.fetch(url)).status).toBe(404)
  expect(count()).toBe(1)
})

test('a redirect is a reply and is not followed', async () => {
  const { client, url, count } = await serviceWith((_, res) => void res.writeHead(302, { location: '/on' }).end())
  expect((await client.fetch(url)).headers.get('location')).toBe('/on')
  expect(count()).toBe(1)
})

test('a reply that is larger than the limit is refused, whatever its headers say', async () => {
  const { client, url } = await serviceWith((_, res) => void res.end(Buffer.alloc(1_001)))
  expect(await failure(client.fetch(url))).toMatchObject({ kind: 'too_large' })
})

test('the deadline covers a silent service, a slow body and all repetitions', async () => {
  for (const reply of [
    () => undefined,
    (_: IncomingMessage, res: ServerResponse) => void res.write('{'),
    (_: IncomingMessage, res: ServerResponse) => void setTimeout(() => res.writeHead(503).end(), 250),
  ]) {
    const { client, url } = await serviceWith(reply, { timeoutMs: 400 })
    const message = 'the kitchen did not answer within 0.4 s.'
    expect(await failure(client.fetch(url))).toMatchObject({ kind: 'timeout', message })
  }
})

test('the signal of the caller ends a request at once with its own reason', async () => {
  const { client, url } = await serviceWith(() => undefined)
  const reason = new Error('the person left')
  const stop = new AbortController()
  setTimeout(() => stop.abort(reason), 30)
  expect(await failure(client.fetch(url, { signal: stop.signal }))).toBe(reason)
})

test('a host that the operator did not set must be public', async () => {
  const { client, url, count } = await serviceWith((_, res) => void res.end(), { operatorHosts: new Set() })
  for (const one of [url, 'http://169.254.169.254/latest', 'http://localhost:1/', 'http://intranet.example/']) {
    expect(await failure(client.fetch(one)), one).toMatchObject({ kind: 'blocked' })
  }
  expect(count()).toBe(0)
})

test('an error names the service and the host, and no secret', async () => {
  const { client, url } = await serviceWith((req) => req.socket.destroy(), { secrets: ['s3cret', 'pass word'] })
  const headers = { authorization: 'Basic s3cret' }
  const { kind, message } = await failure(client.fetch(url, { method: 'POST', headers, body: 'x=s3cret' }))
  expect([kind, message]).toEqual(['unreachable', expect.stringMatching(/^the kitchen at 127\.0\.0\.1:\d+ closed/)])
  const odd = await failure(client.fetch('gopher://pass%20word@example.com/?key=s3cret'))
  for (const text of [message, odd.message]) expect(text).not.toMatch(/s3cret|pass/)
})
