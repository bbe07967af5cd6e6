import { expect, test } from 'vitest'
import { memoryRateCounters } from '../../src/http/limits/memory-rate-counters.ts'
import { FLOOD_LIMITS } from '../../src/http/limits/rate-classes.ts'
import { startHttp, testPrincipal } from './http-fixture.ts'

const limitHeaders = ({ status, headers }: Response) => ({
  status,
  remaining: Number(headers.get('x-ratelimit-remaining')),
  retryAfter: headers.get('retry-after'),
})

test('the /api family allows 60 requests a minute and says when to retry', async () => {
  const { send, advanceClock } = await startHttp({ principal: testPrincipal({ plan: 'Free' }) })
  advanceClock(15_500)
  for (let left = 59; left >= 0; left -= 1) {
    expect(limitHeaders(await send('GET', '/api/account/credits'))).toEqual({
      status: 200,
      remaining: left,
      retryAfter: null,
    })
  }
  const refused = await send('GET', '/api/account/credits')
  expect(limitHeaders(refused)).toEqual({ status: 429, remaining: 0, retryAfter: '45' })
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect(refused.headers.get('x-ratelimit-reset')).toBe(String(Date.UTC(2026, 10, 21, 12, 1, 0) / 1000))

  advanceClock(44_499)
  expect((await send('GET', '/api/account/credits')).status).toBe(429)
  advanceClock(1)
  expect((await send('GET', '/api/account/credits')).status).toBe(200)
})

test('the /v1 family allows a burst, then the rate of the plan', async () => {
  const { send, advanceClock } = await startHttp({ principal: testPrincipal({ plan: 'Free' }) })
  for (let left = 19; left >= 0; left -= 1) {
    expect(limitHeaders(await send('GET', '/v1/account/credits')).remaining).toBe(left)
  }
  const refused = await send('GET', '/v1/account/credits')
  expect(limitHeaders(refused)).toEqual({ status: 429, remaining: 0, retryAfter: '6' })
  advanceClock(5_999)
  expect((await send('GET', '/v1/account/credits')).status).toBe(429)
  advanceClock(1)
  expect((await send('GET', '/v1/account/credits')).status).toBe(200)
  expect((await send('GET', '/v1/account/credits')).status).toBe(429)
  // The two families have separate limits.
  expect((await send('GET', '/api/account/credits')).status).toBe(200)
})

test('a rate-limited request is not read, and an invalid request counts', async () => {
  const { send, calls } = await startHttp({ principal: testPrincipal({ plan: 'Free' }) })
  for (let index = 0; index < 20; index += 1)
    expect((await send('POST', '/v1/photos/enhance', { json: {} })).status).toBe(422)
  const body = new Uint8Array(90_000)
  expect(
    (await send('POST', '/v1/photos/enhance', { body, headers: { 'content-type': 'application/json' } })).status,
  ).toBe(429)
  expect(calls).toEqual([])
})

test('an Enterprise account is unlimited unless it has limits of its own', async () => {
  const free = await startHttp()
  const answer = await free.send('GET', '/v1/account/credits')
  expect(limitHeaders(answer).remaining).toBe(1_000_000)
  expect(answer.headers.get('x-ratelimit-reset')).toBe(String(Date.UTC(2026, 10, 21, 12, 1, 0) / 1000))

  const custom = await startHttp({ principal: testPrincipal({ customPerMinute: 3, customPerDay: 4 }) })
  expect(limitHeaders(await custom.send('GET', '/api/account/credits')).remaining).toBe(2)
  expect(limitHeaders(await custom.send('GET', '/api/account/credits')).remaining).toBe(1)
  expect(limitHeaders(await custom.send('GET', '/api/account/credits')).remaining).toBe(0)
  expect((await custom.send('GET', '/api/account/credits')).status).toBe(429)
  custom.advanceClock(60_000)
  expect((await custom.send('GET', '/api/account/credits')).status).toBe(200)
  const daily = await custom.send('GET', '/api/account/credits')
  expect(limitHeaders(daily)).toEqual({ status: 429, remaining: 0, retryAfter: String(12 * 3600 - 60) })
})

test('public endpoints count per address, and sign-in has a stricter limit', async () => {
  const { send } = await startHttp()
  for (let left = 4; left >= 0; left -= 1) {
    expect(limitHeaders(await send('POST', '/api/auth/login', { key: null, json: { name: 'a' } })).remaining).toBe(left)
  }
  expect((await send('POST', '/api/auth/login', { key: null, json: { name: 'a' } })).status).toBe(429)
  const other = await send('GET', '/api/mobile/download?url=x', { key: null })
  expect(limitHeaders(other)).toMatchObject({ status: 200, remaining: 59 })
})

test('X-Forwarded-For separates callers only behind a trusted proxy', async () => {
  const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } })
  const behind = await startHttp({ trustProxy: 1 })
  const path = '/api/mobile/download?url=x'
  expect(limitHeaders(await behind.send('GET', path, from('203.0.113.1'))).remaining).toBe(59)
  expect(limitHeaders(await behind.send('GET', path, from('203.0.113.2'))).remaining).toBe(59)
  expect(limitHeaders(await behind.send('GET', path, from('2001:db8::1'))).remaining).toBe(59)
  expect(limitHeaders(await behind.send('GET', path, from('2001:db8::ffff:1'))).remaining).toBe(58)
  expect(behind.calls[0]?.call.request.address).toBe('203.0.113.1')

  const bare = await startHttp()
  expect(limitHeaders(await bare.send('GET', path, from('203.0.113.1'))).remaining).toBe(59)
  expect(limitHeaders(await bare.send('GET', path, from('203.0.113.2'))).remaining).toBe(58)
})

test('health and files do not count', async () => {
  const { send } = await startHttp()
  for (let index = 0; index < 3; index += 1) {
    await send('GET', '/health', { key: null })
    await send('GET', '/files/a.jpg', { key: null })
  }
  expect(limitHeaders(await send('GET', '/health', { key: null })).remaining).toBe(60)
  expect(limitHeaders(await send('GET', '/api/mobile/download?url=x', { key: null })).remaining).toBe(59)
})

test('wrong credentials count against their address without locking out a good one', async () => {
  const { send } = await startHttp()
  for (let left = 119; left >= 0; left -= 1) {
    const wrong = await send('GET', '/v1/account/credits', { key: 'pl_live_wrong' })
    expect(limitHeaders(wrong)).toMatchObject({ status: 401, remaining: left })
  }
  const refused = await send('GET', '/v1/account/credits', { key: 'pl_live_wrong' })
  expect(limitHeaders(refused)).toMatchObject({ status: 429, remaining: 0, retryAfter: '60' })
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })

  expect((await send('GET', '/v1/account/credits')).status).toBe(200)
  // Public requests of the address still work, and a request without a credential still gets the hint to send one.
  expect(limitHeaders(await send('GET', '/api/mobile/download?url=x', { key: null })).remaining).toBe(59)
  expect((await send('GET', '/v1/account/credits', { key: null })).status).toBe(401)
})

test('unknown paths and methods count against their address, together with wrong credentials', async () => {
  const { send, advanceClock } = await startHttp()
  for (let left = 119; left >= 0; left -= 3) {
    expect(limitHeaders(await send('GET', '/nowhere'))).toMatchObject({ status: 404, remaining: left })
    expect(limitHeaders(await send('PUT', '/health'))).toMatchObject({ status: 405, remaining: left - 1 })
    expect((await send('GET', '/v1/photos', { key: 'wrong' })).status).toBe(401)
  }
  expect(limitHeaders(await send('GET', '/nowhere'))).toMatchObject({ status: 429, retryAfter: '60' })
  expect(limitHeaders(await send('PUT', '/health'))).toMatchObject({ status: 429 })
  expect((await send('GET', '/health')).status).toBe(200)
  advanceClock(60_000)
  expect((await send('GET', '/nowhere')).status).toBe(404)
})

test('service endpoints have a limit of their own and leave the ordinary one alone', async () => {
  const { send } = await startHttp()
  for (let index = 0; index < 300; index += 1) {
    expect(limitHeaders(await send('GET', '/api/health', { key: null }))).toMatchObject({ status: 200, remaining: 60 })
  }
  expect(limitHeaders(await send('GET', '/api/health', { key: null }))).toEqual({
    status: 429,
    remaining: 0,
    retryAfter: '60',
  })
  expect((await send('GET', '/health', { key: null })).status).toBe(200)
  expect(limitHeaders(await send('GET', '/api/mobile/download?url=x', { key: null })).remaining).toBe(59)
})

test('receivers of payment events have a limit of their own', async () => {
  const { send } = await startHttp()
  expect(limitHeaders(await send('POST', '/api/webhooks/cardpay', { key: null, json: {} })).remaining).toBe(999)
})

test('a flood of preflights, health checks and files is refused, and the limits of everything else are left alone', async () => {
  const floods = memoryRateCounters({ clock: { now: () => new Date(0) } })
  const { send } = await startHttp({ floods })
  const free = async () => {
    const asked = [send('OPTIONS', '/v1/photos'), send('GET', '/health'), send('GET', '/files/a.jpg')]
    return (await Promise.all(asked)).map(({ status }) => status)
  }
  for (let count = 0; count < 5_997; count += 1) floods.take('127.0.0.1', FLOOD_LIMITS)
  expect(await free()).not.toContain(429)
  expect(await free()).toEqual([429, 429, 429])
  expect((await send('GET', '/api/account/credits')).status).toBe(200)
})
