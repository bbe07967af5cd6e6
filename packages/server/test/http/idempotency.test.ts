import { expect, test } from 'vitest'
import type { Idempotency } from '../../src/base/ports.ts'
import { startHttp } from './http-fixture.ts'

const imageUrl = 'https://example.com/a.jpg'
const key = { 'idempotency-key': 'order 66' }

/** Records every request, and does the work each time. */
function recordingIdempotency() {
  const requests: Parameters<Idempotency['once']>[0][] = []
  const once: Idempotency['once'] = async (request, work) => {
    requests.push(request)
    return { text: await work(), replayed: false }
  }
  return { requests, once }
}

test('a repeat gets the same bytes and is marked as replayed, and the work is done once', async () => {
  const { send, calls } = await startHttp()
  const first = await send('POST', '/v1/photos/enhance', { json: { imageUrl }, headers: key })
  const again = await send('POST', '/v1/photos/enhance', { json: { imageUrl }, headers: key })
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.text()).toBe(await first.text())
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(calls).toHaveLength(1)
  expect(calls[0]?.call.request.idempotencyKey).toBe('order 66')
})

test('the order of fields does not change the fingerprint, but a value or the path does', async () => {
  const idempotency = recordingIdempotency()
  const { send } = await startHttp({ idempotency })
  const bodies = [
    '{"imageUrl":"a","options":{"seed":1,"keep":true}}',
    '{ "options": {"keep":true,"seed":1},"imageUrl":"a" }',
    '{"imageUrl":"b","options":{"seed":1,"keep":true}}',
  ]
  for (const path of ['/api/enhance', '/v1/photos/enhance']) {
    for (const body of bodies) {
      await send('POST', path, { body, headers: { ...key, 'content-type': 'application/json' } })
    }
  }
  const prints = idempotency.requests.map(({ fingerprint }) => fingerprint)
  expect(prints[0]).toBe(prints[1])
  expect(new Set(prints).size).toBe(4)
  expect(idempotency.requests[0]).toMatchObject({ accountId: 'acc_1', key: 'order 66', secret: false })
})

test('the fingerprint of a form depends on its texts and file contents, not on boundaries or file names', async () => {
  const idempotency = recordingIdempotency()
  const { send } = await startHttp({ idempotency })
  const upload = (bytes: string, name: string, style: string) => {
    const body = new FormData()
    body.append('image', new File([bytes], name), name)
    body.append('style', style)
    return send('POST', '/api/mobile/uploads', { body, headers: key })
  }
  await upload('abc', 'a.jpg', 'natural')
  await upload('abc', 'b.jpg', 'natural')
  await upload('abd', 'a.jpg', 'natural')
  await upload('abc', 'a.jpg', 'moody')
  const prints = idempotency.requests.map(({ fingerprint }) => fingerprint)
  expect(prints[0]).toBe(prints[1])
  expect(new Set(prints).size).toBe(3)
})

test('a reply with a secret is marked as secret', async () => {
  const idempotency = recordingIdempotency()
  const { send } = await startHttp({ idempotency })
  await send('POST', '/api/keys/create', { json: { name: 'a' }, headers: key })
  expect(idempotency.requests[0]).toMatchObject({ secret: true })
})

test('a key without a credential or on another method than POST is ignored', async () => {
  const idempotency = recordingIdempotency()
  const { send, calls } = await startHttp({ idempotency })
  await send('POST', '/api/auth/login', { json: { name: 'a' }, headers: key })
  await send('GET', '/v1/photos', { headers: key })
  await send('DELETE', '/v1/photos/7', { headers: key })
  expect(idempotency.requests).toEqual([])
  expect(calls.map(({ call }) => call.request.idempotencyKey)).toEqual([undefined, undefined, undefined])
})

test('a malformed key is refused with 422', async () => {
  const { send, calls } = await startHttp()
  for (const bad of ['x'.repeat(256), 'schlüssel']) {
    const answer = await send('POST', '/api/enhance', { json: { imageUrl }, headers: { 'idempotency-key': bad } })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['header', 'Idempotency-Key'] }] })
  }
  expect(calls).toEqual([])
})

test('a refused request does not use its key', async () => {
  const idempotency = recordingIdempotency()
  const { send } = await startHttp({ idempotency })
  await send('POST', '/api/enhance', { json: {}, headers: key })
  await send('POST', '/api/payment/create-intent', { json: {}, headers: key })
  expect(idempotency.requests).toEqual([])
})

test('X-Max-Credits reaches the handler as a number', async () => {
  const { send, calls } = await startHttp()
  await send('POST', '/api/enhance', { json: { imageUrl }, headers: { 'x-max-credits': '2.5' } })
  await send('POST', '/api/enhance', { json: { imageUrl } })
  expect(calls.map(({ call }) => call.request.maxCredits)).toEqual([2.5, undefined])
})
