import { expect, test } from 'vitest'
import type { Idempotency } from '../../src/base/ports.ts'
import { startHttp } from './http-fixture.ts'

const imageUrl = 'https://example.com/a.jpg'
const key = { 'idempotency-key': 'order 66' }

/** Notes what the frame asks for and does the work each time. */
function notingIdempotency() {
  const asked: Parameters<Idempotency['once']>[0][] = []
  const once: Idempotency['once'] = async (request, work) => {
    asked.push(request)
    return { text: await work(), replayed: false }
  }
  return { asked, once }
}

test('a repeat gets the same bytes and is told so; the work is done once', async () => {
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

test('the order of fields does not make another request, a value or a path does', async () => {
  const idempotency = notingIdempotency()
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
  const prints = idempotency.asked.map(({ fingerprint }) => fingerprint)
  expect(prints[0]).toBe(prints[1])
  expect(new Set(prints).size).toBe(4)
  expect(idempotency.asked[0]).toMatchObject({ accountId: 'acc_1', key: 'order 66', secret: false })
})

test('forms are told apart by their texts and the bytes of their files, not by boundaries or file names', async () => {
  const idempotency = notingIdempotency()
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
  const prints = idempotency.asked.map(({ fingerprint }) => fingerprint)
  expect(prints[0]).toBe(prints[1])
  expect(new Set(prints).size).toBe(3)
})

test('replies with a secret are said to be secret', async () => {
  const idempotency = notingIdempotency()
  const { send } = await startHttp({ idempotency })
  await send('POST', '/api/keys/create', { json: { name: 'a' }, headers: key })
  expect(idempotency.asked[0]).toMatchObject({ secret: true })
})

test('a key without a credential, or not on POST, is ignored', async () => {
  const idempotency = notingIdempotency()
  const { send, calls } = await startHttp({ idempotency })
  await send('POST', '/api/auth/login', { json: { name: 'a' }, headers: key })
  await send('GET', '/v1/photos', { headers: key })
  await send('DELETE', '/v1/photos/7', { headers: key })
  expect(idempotency.asked).toEqual([])
  expect(calls.map(({ call }) => call.request.idempotencyKey)).toEqual([undefined, undefined, undefined])
})

test('a malformed key is 422', async () => {
  const { send, calls } = await startHttp()
  for (const bad of ['x'.repeat(256), 'schlüssel']) {
    const answer = await send('POST', '/api/enhance', { json: { imageUrl }, headers: { 'idempotency-key': bad } })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['header', 'Idempotency-Key'] }] })
  }
  expect(calls).toEqual([])
})

test('a request that is refused never reaches the keeper of keys', async () => {
  const idempotency = notingIdempotency()
  const { send } = await startHttp({ idempotency })
  await send('POST', '/api/enhance', { json: {}, headers: key })
  await send('POST', '/api/soon', { json: { imageUrl }, headers: key })
  await send('POST', '/api/payment/create-intent', { json: {}, headers: key })
  expect(idempotency.asked).toEqual([])
})

test('the limit of what a call may cost reaches the handler as a number', async () => {
  const { send, calls } = await startHttp()
  await send('POST', '/api/enhance', { json: { imageUrl }, headers: { 'x-max-credits': '2.5' } })
  await send('POST', '/api/enhance', { json: { imageUrl } })
  expect(calls.map(({ call }) => call.request.maxCredits)).toEqual([2.5, undefined])
})
