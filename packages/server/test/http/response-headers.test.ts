import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { KEY, startHttp, until } from './http-fixture.ts'

test('every reply has the request id and the rate-limit headers', async () => {
  const { send } = await startHttp()
  const answers = [
    await send('GET', '/health', { key: null }),
    await send('GET', '/v1/account/credits', { headers: { 'x-request-id': 'caller-id-0001' } }),
    await send('GET', '/nowhere', { key: null }),
    await send('PUT', '/health', { key: null }),
    await send('GET', '/v1/photos', { key: 'wrong' }),
    await send('POST', '/api/enhance', { json: {} }),
    await send('POST', '/api/enhance', { body: '{', headers: { 'content-type': 'application/json' } }),
    await send('GET', '/api/pricing', { key: null }),
    await send('GET', '/api/billing/portal'),
    await send('HEAD', '/health', { key: null }),
    await send('OPTIONS', '/v1/photos', {
      key: null,
      headers: { 'access-control-request-method': 'GET', origin: 'https://a.example' },
    }),
  ]
  for (const { status, headers } of answers) {
    expect(headers.get('x-request-id'), String(status)).toMatch(/^(req_[0-9a-f]{32}|caller-id-0001)$/)
    expect(headers.get('x-ratelimit-remaining'), String(status)).toMatch(/^\d+$/)
    expect(headers.get('x-ratelimit-reset'), String(status)).toMatch(/^\d{10}$/)
  }
  expect(answers[1]?.headers.get('x-request-id')).toBe('caller-id-0001')
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
})

test('a request id that could break a log or a header is replaced', async () => {
  const { send } = await startHttp()
  for (const id of ['short', 'with space in it', 'x'.repeat(65), '<script>alert(1)</script>']) {
    const answer = await send('GET', '/health', { headers: { 'x-request-id': id } })
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  }
})

test('any web page may call without cookies and read the headers', async () => {
  const { send } = await startHttp()
  const origin = 'https://shop.example'
  const asked = await send('OPTIONS', '/v1/photos/enhance', {
    key: null,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  expect(asked.headers.get('access-control-allow-methods')?.split(',').sort()).toEqual([
    ...['DELETE', 'GET', 'HEAD', 'PATCH', 'POST'],
  ])

  const refused = await send('GET', '/v1/account/credits', { key: null, headers: { origin } })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
})

test('replies must not be cached, sniffed, framed or executed', async () => {
  const { send } = await startHttp()
  const { headers } = await send('GET', '/v1/account/credits', { key: null })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('etag')).toBeNull()
})

test('HEAD replies like GET without a body, unless the document has HEAD itself', async () => {
  const { send, calls } = await startHttp()
  const get = await send('GET', '/health')
  const head = await send('HEAD', '/health')
  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe(String((await get.text()).length))
  expect(await head.text()).toBe('')

  await send('HEAD', '/api/unsubscribe', { key: null })
  await send('GET', '/api/unsubscribe', { key: null })
  expect(calls.slice(2).map(({ id }) => id)).toEqual(['email.check', 'email.unsubscribe'])
})

test('each request is logged in one line without credentials or signatures', async () => {
  const { send, lines } = await startHttp()
  await send('GET', '/files/a.jpg?exp=1795340000&sig=abcdef&size=2', { headers: { cookie: 'pl_anon=verysecret' } })
  await send('GET', '/v1/photos')
  await send('POST', '/api/enhance', { json: {} })
  await send('GET', `/files/a.jpg?url=${encodeURIComponent('https://a.example/x.jpg?exp=1795341111&sig=fedcba')}`)
  await send('GET', `/v1/photos?apikey=${KEY}`)
  const all = lines()
  expect(all).toHaveLength(5)
  expect(all[1]).toMatchObject({
    method: 'GET',
    url: '/v1/photos',
    status: 200,
    operation: 'photos.list',
    account: 'acc_1',
  })
  expect(all[1]).toHaveProperty('ms')
  expect(all[1]).toHaveProperty('request_id')
  const text = JSON.stringify(all)
  expect(text).toContain('size=2')
  for (const secret of [KEY, 'abcdef', '1795340000', 'verysecret', 'fedcba', '1795341111'])
    expect(text).not.toContain(secret)
})

test('a caller who hangs up is not an error, but a bug after that is logged', async () => {
  const first = new AbortController()
  const quiet = await startHttp({
    handlers: {
      'photos.credits': async (call) => {
        setTimeout(() => first.abort(), 20)
        await new Promise((done) => call.signal.addEventListener('abort', done))
        throw new DOMException('gone', 'AbortError')
      },
    },
  })
  const headers = { authorization: `Bearer ${KEY}` }
  await expect(fetch(`${quiet.url}/v1/account/credits`, { headers, signal: first.signal })).rejects.toThrow()
  await until(() => quiet.lines().length > 0, 'the request is logged')
  expect(quiet.lines()).toMatchObject([{ level: 30, msg: 'request aborted' }])

  const hangUp = new AbortController()
  const buggy = await startHttp({
    handlers: {
      'photos.credits': async (call) => {
        setTimeout(() => hangUp.abort(), 20)
        await new Promise((done) => call.signal.addEventListener('abort', done))
        throw new Error('and then it broke')
      },
    },
  })
  await expect(fetch(`${buggy.url}/v1/account/credits`, { headers, signal: hangUp.signal })).rejects.toThrow()
  await until(() => buggy.lines().length === 2, 'both are logged')
  expect(buggy.lines()).toMatchObject([
    { level: 30, msg: 'request aborted' },
    { level: 50, err: { message: 'and then it broke' }, request_id: expect.any(String) },
  ])
})

test('a redirect is 302, and HEAD and errors never have a partial body', async () => {
  const { SpecialReply } = await import('../../src/contract/index.ts')
  const { send } = await startHttp({
    handlers: {
      'billing.portal': async () => new SpecialReply({ kind: 'redirect', location: 'https://pay.example/portal' }),
    },
  })
  const answer = await send('GET', '/api/billing/portal')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('https://pay.example/portal')
  expect(await answer.text()).toBe('')
})

/** Sends exactly this text and returns the reply. */
const say = (url: string, text: string) =>
  new Promise<string>((done) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => done(answer))
  })

test('the request target may be a whole URL, and a broken one is 404 in the contract’s form', async () => {
  const { url } = await startHttp()
  const get = (target: string) => say(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(await get('http://elsewhere.example/health?x=1')).toMatch(/^HTTP\/1.1 200 /)
  for (const target of ['http://[broken', '*', '//evil.example/health', '/%00', '/health/%']) {
    const answer = await get(target)
    expect(answer, target).toMatch(/^HTTP\/1.1 404 /)
    expect(answer, target).toContain('"code":"not_found"')
  }
})
