import { expect, test } from 'vitest'
import { ServiceError } from '../../src/base/service-error.ts'
import { KEY, startHttp, testPrincipal } from './http-fixture.ts'

const good = { imageUrl: 'https://example.com/a.jpg' }

const page = (code: string) => `https://api.example.com/docs/errors/${code}`

test('an unknown path is 404 in both families', async () => {
  const { send } = await startHttp()
  for (const path of ['/api/nothing', '/v1/nothing', '/', '/v1/photos/', '/v1/photos/%zz']) {
    const answer = await send('GET', path)
    expect(answer.status, path).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('a wrong method is 405 and names the allowed ones', async () => {
  const { send } = await startHttp()
  const answer = await send('PUT', '/v1/photos/7')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, DELETE')
  expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
})

test('no credential, a wrong one and a wrong scheme are 401', async () => {
  const { send, calls } = await startHttp()
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic YTpi' },
    { authorization: 'Bearer' },
  ]
  for (const one of headers) {
    const answer = await send('GET', '/v1/account/credits', { key: null, headers: one })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(await answer.json()).toMatchObject({ error: { code: 'unauthorized' } })
  }
  expect(calls).toEqual([])
})

test('a credential without the scope is refused with 403 and the name of the scope', async () => {
  const { send } = await startHttp({ principal: testPrincipal({}, ['read']) })
  const images = await send('POST', '/v1/photos/enhance', { json: good })
  expect(images.status).toBe(403)
  expect(await images.json()).toMatchObject({ error: { code: 'scope_missing', scope: 'images' } })

  const keys = await send('POST', '/api/keys/create', { json: { name: 'x' } })
  expect(await keys.json()).toMatchObject({ error: { code: 'scope_missing', scope: 'account' } })
  expect((await send('GET', '/v1/photos')).status).not.toBe(403)
})

test('admin endpoints require an administrator and the admin scope', async () => {
  const customer = await startHttp({ principal: testPrincipal({}, ['read', 'images', 'account', 'admin']) })
  const refused = await customer.send('POST', '/api/admin/upload')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'admin_only' } })

  const narrow = await startHttp({ principal: testPrincipal({ role: 'admin' }) })
  expect(await (await narrow.send('POST', '/api/admin/upload')).json()).toMatchObject({
    error: { code: 'scope_missing', scope: 'admin' },
  })
})

test('a retired endpoint is 410 with an explanation and a link, after the credential check', async () => {
  const { send } = await startHttp({ principal: testPrincipal({}, ['read']) })
  const open = await send('GET', '/api/pricing', { key: null })
  expect(open.status).toBe(410)
  expect(await open.json()).toEqual({
    error: { code: 'endpoint_retired', message: 'Prices are in GET /api/models.', docs_url: page('endpoint_retired') },
  })
  expect(open.headers.get('deprecation')).toMatch(/^@\d+$/)
  expect(open.headers.get('link')).toBe(`<${page('endpoint_retired')}>; rel="deprecation"; type="text/html"`)

  expect((await send('POST', '/api/payment/create-intent', { key: null })).status).toBe(401)
  // A known caller learns the replacement, whatever the scopes of the key.
  expect((await send('POST', '/api/payment/create-intent', { json: {} })).status).toBe(410)
})

test('a wrong or missing media type is 415 and says what to send', async () => {
  const { send } = await startHttp()
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
    const answer = await send('POST', '/api/enhance', { body: '{}', headers: { 'content-type': type } })
    expect(answer.status, type).toBe(415)
    expect(await answer.json()).toMatchObject({
      error: { code: 'unsupported_media_type', message: expect.stringContaining('Send application/json') },
    })
  }
  const nameless = await send('POST', '/api/enhance', { body: new Uint8Array([123, 125]) })
  expect(nameless.status).toBe(415)
  const form = await send('POST', '/api/mobile/uploads', { json: {} })
  expect(await form.json()).toMatchObject({ error: { message: expect.stringContaining('multipart/form-data') } })
})

test('JSON is read with any charset parameter and media type suffix', async () => {
  const { send } = await startHttp()
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/ld+json']) {
    const answer = await send('POST', '/api/enhance', { body: JSON.stringify(good), headers: { 'content-type': type } })
    expect(answer.status, type).toBe(200)
  }
})

test('malformed JSON is 400 with the position of the error', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('POST', '/v1/photos/enhance', {
    body: '{\n  "imageUrl": oops\n}',
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'bad_json', position: 16, line: 2, column: 15 } })
  expect(calls).toEqual([])
})

test('text that is not UTF-8 or is nested too deep is 400', async () => {
  const { send } = await startHttp()
  const headers = { 'content-type': 'application/json' }
  const latin = await send('POST', '/api/enhance', { body: new Uint8Array([0x22, 0xe9, 0x22]), headers })
  expect(await latin.json()).toMatchObject({ error: { code: 'bad_json' } })
  const deep = await send('POST', '/api/enhance', { body: '['.repeat(40_000) + ']'.repeat(40_000), headers })
  expect(deep.status).toBe(400)
  expect(await deep.json()).toMatchObject({
    error: { code: 'bad_json', message: expect.stringContaining('64 levels') },
  })
})

test('a JSON body over the limit is 413, compressed or not', async () => {
  const { gzipSync } = await import('node:zlib')
  const { send } = await startHttp()
  const body = JSON.stringify({ imageUrl: 'x'.repeat(200_000) })
  const plain = await send('POST', '/v1/photos/enhance', { body, headers: { 'content-type': 'application/json' } })
  const packed = await send('POST', '/v1/photos/enhance', {
    body: gzipSync(body),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  for (const answer of [plain, packed]) {
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: { code: 'body_too_large', maxBytes: 100_000 } })
  }
})

test('a broken or unknown Content-Encoding is the caller’s error', async () => {
  const { send } = await startHttp()
  const broken = await send('POST', '/api/enhance', {
    body: 'not gzip',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  })
  expect(broken.status).toBe(400)
  const unknown = await send('POST', '/api/enhance', {
    body: '{}',
    headers: { 'content-type': 'application/json', 'content-encoding': 'rot13' },
  })
  expect(unknown.status).toBe(415)
})

test('the fields of an error are in snake_case under /api and in camelCase under /v1', async () => {
  const broke = async () => {
    throw new ServiceError('insufficient_credits', 'This needs 2 credits and 1 is left.', {
      required_credits: 2,
      available_credits: 1,
      upgrade_url: 'https://example.com/billing',
    })
  }
  const { send } = await startHttp({ handlers: { 'images.enhance': broke, 'photos.enhance': broke } })
  const api = await send('POST', '/api/enhance', { json: good })
  expect(api.status).toBe(402)
  expect(await api.json()).toEqual({
    error: {
      code: 'insufficient_credits',
      message: 'This needs 2 credits and 1 is left.',
      required_credits: 2,
      available_credits: 1,
      upgrade_url: 'https://example.com/billing',
      docs_url: page('insufficient_credits'),
    },
  })
  const v1 = await send('POST', '/v1/photos/enhance', { json: good })
  expect(v1.status).toBe(402)
  expect(await v1.json()).toEqual({
    error: {
      code: 'insufficient_credits',
      message: 'This needs 2 credits and 1 is left.',
      requiredCredits: 2,
      availableCredits: 1,
      docsUrl: page('insufficient_credits'),
    },
  })
})

test('Retry-After is rounded up to whole seconds', async () => {
  const { send } = await startHttp({
    handlers: {
      'account.credits': async () => {
        throw new ServiceError('overloaded', 'The queue is full.', {}, 4.2)
      },
    },
  })
  const answer = await send('GET', '/api/account/credits')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
})

test('a bug is 500 with a fixed message and the request id, and only the log has the details', async () => {
  const bug = async () => {
    throw new Error(`the password is hunter2, the key ${KEY}`)
  }
  const { send, lines } = await startHttp({ handlers: { 'account.credits': bug, 'photos.credits': bug } })
  const api = await send('GET', '/api/account/credits', { headers: { 'x-request-id': 'my-request-1' } })
  expect(api.status).toBe(500)
  expect(await api.json()).toEqual({
    error: {
      code: 'internal_error',
      message: 'Something went wrong on our side.',
      request_id: 'my-request-1',
      docs_url: page('internal_error'),
    },
  })
  const v1 = await send('GET', '/v1/account/credits')
  expect(await v1.json()).toMatchObject({ error: { requestId: v1.headers.get('x-request-id') } })
  expect(lines()[0]).toMatchObject({
    level: 50,
    request_id: 'my-request-1',
    err: { message: 'the password is hunter2, the key pl_live_[redacted]' },
  })
})

test('in tests a reply that is not in the document is a 500', async () => {
  const { send, http, lines } = await startHttp({
    handlers: {
      'account.wrong': async () => ({ credits: 'many', since: null }),
      'billing.portal': async () => {
        throw new ServiceError('range_not_satisfiable', 'Not a status of this endpoint.')
      },
    },
  })
  expect((await send('GET', '/api/wrong')).status).toBe(500)
  expect((await send('GET', '/api/billing/portal')).status).toBe(500)
  expect(http.differences()).toBe(2)
  expect(JSON.stringify(lines())).toContain('credits must be integer')
  expect(JSON.stringify(lines())).toContain('does not list this status')
})

test('in production a reply that does not fit the document is sent, counted, and logged once', async () => {
  const { send, http, lines } = await startHttp({
    checkReplies: 'count',
    handlers: { 'account.wrong': async () => ({ credits: 'many', since: null }) },
  })
  expect((await send('GET', '/api/wrong')).status).toBe(200)
  expect((await send('GET', '/api/wrong')).status).toBe(200)
  expect(http.differences()).toBe(2)
  expect(lines().filter(({ msg }) => msg === 'a reply does not fit the document')).toHaveLength(1)
})
