import { expect, test } from 'vitest'
import { version } from '../../package.json'
import { DOCUMENT_HASH } from '../../src/generated/document-hash.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { clientOf, credits, json, photo, refusal, serve } from '../support/scripted-server.ts'

test('withResponse gives the result, its metadata and the response', async () => {
  const headers = {
    'x-ratelimit-remaining': '59',
    'x-ratelimit-reset': '1795340000',
    'idempotency-replayed': 'true',
    'x-ignored-fields': 'colour, size',
  }
  const server = await serve(refusal(503, 'overloaded'), json(200, photo(), headers))
  const client = clientOf(server, { clock: hurriedClock() })
  const { data, meta, response } = await client.images
    .enhance({ image_url: 'https://example.com/a.jpg' })
    .withResponse()
  expect(data).toMatchObject({ id: 'run_1' })
  expect(meta).toEqual({
    status: 200,
    requestId: 'req_1',
    rateLimit: { remaining: 59, resetAt: new Date(1795340000_000) },
    attempts: 2,
    replayed: true,
    ignoredFields: ['colour', 'size'],
  })
  expect(response.headers.get('x-request-id')).toBe('req_1')
})

test('a response without the headers gives nulls', async () => {
  const server = await serve((response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  const { meta } = await clientOf(server).account.credits().withResponse()
  expect(meta).toMatchObject({
    requestId: null,
    rateLimit: { remaining: null, resetAt: null },
    replayed: false,
    ignoredFields: [],
  })
})

test('a call that is awaited several times sends one request', async () => {
  const server = await serve(json(200, credits))
  const call = clientOf(server).account.credits()
  await Promise.all([call, call, call.withResponse()])
  expect(server.requests).toHaveLength(1)
})

test('a call is a promise: then, catch and finally', async () => {
  const client = clientOf(await serve(json(200, credits), refusal(404, 'not_found')))
  let last = ''
  expect(await client.account.credits().then((each) => each.credits)).toBe(7)
  const caught = client.account.credits().finally(() => {
    last = 'finally'
  })
  expect(await caught.catch((error) => error.code)).toBe('not_found')
  expect(last).toBe('finally')
})

test('the request has the key, the package version and the hash of the document', async () => {
  const server = await serve(json(200, credits))
  await clientOf(server).account.credits({ headers: { 'x-request-id': 'mine' } })
  const { headers } = server.requests[0]!
  expect(headers.authorization).toBe('Bearer pl_live_test')
  expect(headers['user-agent']).toBe(`platelight-sdk/${version} (document ${DOCUMENT_HASH})`)
  expect(headers['x-request-id']).toBe('mine')
})

test('raw is the typed client of the document and neither throws nor retries', async () => {
  const server = await serve(refusal(503, 'overloaded'), json(200, { status: 'ok' }))
  const client = clientOf(server)
  const { error, response } = await client.raw.GET('/api/account/credits')
  expect(response.status).toBe(503)
  expect(error).toMatchObject({ error: { code: 'overloaded' } })
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]?.headers.authorization).toBe('Bearer pl_live_test')
})

test('fetch can be injected', async () => {
  const asked: string[] = []
  const client = clientOf(await serve(json(200, credits)), {
    fetch(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return fetch(request)
    },
  })
  await client.account.credits()
  expect(asked).toEqual(['GET /api/account/credits'])
})
