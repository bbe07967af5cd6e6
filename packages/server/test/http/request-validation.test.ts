import { expect, test } from 'vitest'
import { startHttp } from './http-fixture.ts'

const imageUrl = 'https://example.com/a.jpg'

test('ten mistakes in a request give ten violations, each with its place', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('POST', '/v1/photos/enhance', {
    json: {
      preset: 'loud',
      formats: ['square', 'square', 'round'],
      removeBackground: 'yes',
      upscale: 1,
      strength: 2,
      options: { seed: 1.5, keep: null },
      labels: { a: 'far too long a label' },
      layers: [{ name: 5 }, {}],
    },
    headers: { 'x-max-credits': 'lots', 'idempotency-key': 'ü' },
  })
  expect(answer.status).toBe(422)
  const { detail } = (await answer.json()) as { detail: { loc: unknown[]; msg: string; type: string }[] }
  const found = Object.fromEntries(detail.map(({ loc, type }) => [loc.join('.'), type]))
  expect(found).toEqual({
    'body.imageUrl': 'required',
    'body.preset': 'enum',
    'body.formats': 'uniqueItems',
    'body.formats.2': 'enum',
    'body.removeBackground': 'type',
    'body.upscale': 'type',
    'body.strength': 'maximum',
    'body.options.seed': 'type',
    'body.options.keep': 'type',
    'body.labels.a': 'maxLength',
    'body.layers.0.name': 'type',
    'body.layers.1.name': 'required',
    'header.X-Max-Credits': 'type',
    'header.Idempotency-Key': 'pattern',
  })
  expect(detail.find(({ loc }) => loc[1] === 'formats' && loc.length === 3)?.loc).toEqual(['body', 'formats', 2])
  expect(detail.find(({ type }) => type === 'required')?.msg).toBe('is required')
  expect(calls).toEqual([])
})

test('of very many violations fifty are listed, and the number of the others', async () => {
  const { send } = await startHttp()
  const layers = Array(26).fill({ name: 5, inner: { name: 5, inner: { name: 5 } } })
  const answer = await send('POST', '/v1/photos/enhance', { json: { imageUrl, layers } })
  const { detail } = (await answer.json()) as { detail: unknown[] }
  expect(detail).toHaveLength(51)
  // The list is too long, and each of its 26 layers has three violations.
  expect(detail[50]).toEqual({ loc: ['body'], msg: 'has 29 more violations', type: 'more_violations' })
})

test('a caller without an account may send 64 kB of JSON', async () => {
  const { send, calls } = await startHttp()
  const login = (bytes: number) => {
    const text = JSON.stringify({ email: 'ada@example.com', password: 'secret', x: '' })
    return send('POST', '/api/auth/login', {
      key: null,
      body: text.replace('""', `"${'x'.repeat(bytes - text.length)}"`),
      headers: { 'content-type': 'application/json' },
    })
  }
  const refused = await login(64_001)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ error: { code: 'body_too_large', max_bytes: 64_000 } })
  expect((await login(64_000)).status).not.toBe(413)
  expect(calls.length).toBeLessThan(2)
})

test('a JSON value is never converted to another type', async () => {
  const { send } = await startHttp()
  const answer = await send('POST', '/api/enhance', { json: { imageUrl: 5, strength: '0.5', upscale: 'true' } })
  const { detail } = (await answer.json()) as { detail: { loc: string[] }[] }
  expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['body.imageUrl', 'body.strength', 'body.upscale'])
})

test('a body that is not an object is 422', async () => {
  const { send } = await startHttp()
  for (const json of [null, 5, 'text', [], true]) {
    const answer = await send('POST', '/api/enhance', { json })
    expect(answer.status, JSON.stringify(json)).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body'], type: 'type' }] })
  }
})

test('a missing body reports every required field', async () => {
  const { send } = await startHttp()
  const answer = await send('POST', '/api/enhance')
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ detail: [{ loc: ['body', 'imageUrl'], msg: 'is required', type: 'required' }] })
})

test('a required body without required fields is still required', async () => {
  const { send } = await startHttp()
  const answer = await send('POST', '/api/webhooks/cardpay', { key: null })
  expect(await answer.json()).toEqual({ detail: [{ loc: ['body'], msg: 'is required', type: 'required' }] })
})

test('defaults are filled in, also nested ones and those of a missing body', async () => {
  const { send, calls } = await startHttp()
  await send('POST', '/api/enhance', { json: { imageUrl } })
  await send('POST', '/api/keys/key_1/rotate')
  await send('GET', '/v1/photos')
  expect(calls.map(({ body }) => body)).toEqual([
    { imageUrl, preset: 'balanced', removeBackground: false, upscale: true, options: { keep: true } },
    { overlap_seconds: 60 },
    undefined,
  ])
  expect(calls[2]?.query).toEqual({ limit: 20 })
})

test('path and query parameters are converted to the types of the document', async () => {
  const { send, calls } = await startHttp()
  await send('GET', '/v1/photos/42')
  await send('GET', '/v1/photos?limit=5&tag=one')
  await send('GET', '/v1/photos?tag=a&tag=b')
  expect(calls.map(({ path, query }) => ({ path, query }))).toEqual([
    { path: { id: 42 }, query: {} },
    { path: {}, query: { limit: 5, tag: ['one'] } },
    { path: {}, query: { limit: 20, tag: ['a', 'b'] } },
  ])
})

test('mistakes in path and query are reported with their place', async () => {
  const { send } = await startHttp()
  expect(await (await send('GET', '/v1/photos/0')).json()).toMatchObject({
    detail: [{ loc: ['path', 'id'], type: 'minimum' }],
  })
  expect(await (await send('GET', '/v1/photos/seven')).json()).toMatchObject({
    detail: [{ loc: ['path', 'id'], type: 'type' }],
  })
  for (const limit of ['', 'abc', '1.5', 'true', '5&limit=6']) {
    const answer = await send('GET', `/v1/photos?limit=${limit}`)
    expect(await answer.json(), limit).toMatchObject({ detail: [{ loc: ['query', 'limit'], type: 'type' }] })
  }
  const missing = await send('GET', '/api/mobile/download', { key: null })
  expect(await missing.json()).toEqual({ detail: [{ loc: ['query', 'url'], msg: 'is required', type: 'required' }] })
})

test('a fixed path wins over one with a parameter', async () => {
  const { send, calls } = await startHttp()
  await send('GET', '/v1/photos/latest')
  expect(calls[0]?.id).toBe('photos.latest')
})

test('unknown query parameters are ignored, also suspicious ones', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('GET', '/v1/photos?page=2&__proto__=x&constructor=y&a[b]=c&=z&%zz&limit=7')
  expect(answer.status).toBe(200)
  expect(calls[0]?.query).toMatchObject({ limit: 7 })
})

test('a query value may contain an unencoded address', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('GET', '/api/mobile/download?url=https://example.com/files/a.jpg', { key: null })
  expect(answer.status).toBe(200)
  expect(calls[0]?.query).toEqual({ url: 'https://example.com/files/a.jpg' })
})

test('unknown fields are dropped and named, but kept in free-form objects', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('POST', '/api/enhance', {
    json: {
      imageUrl,
      colour: 'red',
      options: { seed: 1, turbo: true },
      labels: { free: 'form' },
      layers: [
        { name: 'a', x: 1, inner: { name: 'b', y: 2 } },
        { name: 'c', x: 3 },
      ],
      'grüße, "x"\r\nSet-Cookie: a=b': 1,
    },
  })
  expect(answer.status).toBe(200)
  const ignored = answer.headers.get('x-ignored-fields')
  expect(ignored).toMatch(
    /^colour, gr%C3%BC%C3%9Fe.*, options.turbo, layers\[\].x, layers\[\].inner.y$|^colour, options.turbo, /,
  )
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(calls[0]?.body).toMatchObject({
    options: { seed: 1, keep: true },
    labels: { free: 'form' },
    layers: [{ name: 'a', inner: { name: 'b' } }, { name: 'c' }],
  })
  expect(JSON.stringify(calls[0]?.body)).not.toMatch(/colour|turbo|"x"|"y"/)
})

test('X-Ignored-Fields has a limited length', async () => {
  const { send } = await startHttp()
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`unknown_field_${index}`, 1]))
  const answer = await send('POST', '/api/enhance', { json: { imageUrl, ...many } })
  expect(answer.headers.get('x-ignored-fields')?.length).toBeLessThan(1100)
})

test('fields named like object members of JavaScript do no harm', async () => {
  const { send, calls } = await startHttp()
  const answer = await send('POST', '/api/enhance', {
    body: `{"imageUrl":"${imageUrl}","__proto__":{"upscale":false},"constructor":{"prototype":{"x":1}},"labels":{"__proto__":"a"}}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(200)
  expect(calls[0]?.body).toMatchObject({ upscale: true })
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('urlencoded bodies are read, and the raw body is kept for endpoints that need it', async () => {
  const { send, calls } = await startHttp()
  const type = 'application/x-www-form-urlencoded'
  await send('POST', '/api/unsubscribe', {
    key: null,
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': type },
  })
  expect(calls[0]?.body).toEqual({ 'List-Unsubscribe': 'One-Click' })

  const raw = '{ "id" : "evt_1",\n  "n": 1.0 }\n'
  await send('POST', '/api/webhooks/cardpay', { key: null, body: raw, headers: { 'content-type': 'application/json' } })
  expect(calls[1]?.body).toEqual({ id: 'evt_1', n: 1 })
  expect(calls[1]?.call.request.rawBody?.toString()).toBe(raw)
  await send('POST', '/api/enhance', { json: { imageUrl } })
  expect(calls[2]?.call.request.rawBody).toBeUndefined()
})
