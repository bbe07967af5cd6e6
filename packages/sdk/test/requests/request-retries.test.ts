import { describe, expect, test } from 'vitest'
import { APIError, ConnectionError, RateLimitError, ServerError } from '../../src/index.ts'
import { hurriedClock, steppedClock, until } from '../support/hurried-clock.ts'
import { clientOf, credits, hangUp, json, nowhere, photo, refusal, serve, silence } from '../support/scripted-server.ts'

const body = { image_url: 'https://example.com/a.jpg' }

describe('retries', () => {
  for (const status of [408, 429, 500, 502, 503, 504]) {
    test(`${status} is retried twice, then thrown`, async () => {
      const server = await serve(refusal(status, 'x'))
      const client = clientOf(server, { clock: hurriedClock() })
      await expect(client.account.credits()).rejects.toMatchObject({ status, attempts: 3 })
      expect(server.requests).toHaveLength(3)
    })
  }

  for (const status of [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 501]) {
    test(`${status} is never retried`, async () => {
      const server = await serve(refusal(status, 'x', {}, { 'retry-after': '1' }))
      const client = clientOf(server, { clock: hurriedClock() })
      const error = await client.account.credits().catch((thrown) => thrown)
      expect(error).toBeInstanceOf(APIError)
      expect(error).toMatchObject({ status, attempts: 1 })
      expect(server.requests).toHaveLength(1)
    })
  }

  test('an error with retryable: false, such as an exceeded deadline, is never retried', async () => {
    const server = await serve(
      refusal(503, 'engine_failed', { retryable: false, deadline_seconds: 300 }, { 'retry-after': '1' }),
    )
    const error = await clientOf(server, { clock: hurriedClock() })
      .images.upscale(body)
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 503, attempts: 1, details: { retryable: false, deadlineSeconds: 300 } })
    expect(server.requests).toHaveLength(1)
  })

  test('409 idempotency_in_flight is retried after its Retry-After', async () => {
    const server = await serve(refusal(409, 'idempotency_in_flight', {}, { 'retry-after': '3' }), json(200, photo()))
    const clock = hurriedClock()
    await clientOf(server, { clock, random: () => 0 }).images.enhance(body)
    expect(clock.waits).toEqual([3000])
  })

  test('a lost connection is retried', async () => {
    const server = await serve(hangUp, hangUp, json(200, credits))
    const { data, meta } = await clientOf(server, { clock: hurriedClock() }).account.credits().withResponse()
    expect(data.credits).toBe(7)
    expect(meta.attempts).toBe(3)
  })

  test('a refused connection is retried, and then reported', async () => {
    const clock = hurriedClock()
    const client = clientOf({ url: await nowhere() }, { clock, random: () => 0 })
    const error = await client.account.credits().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      code: 'connection_failed',
      attempts: 3,
      message: expect.stringMatching(
        new RegExp(
          `to ${client.baseUrl} failed \\(ECONNREFUSED\\)\\. Start a server here with npx @platelight/server start`,
        ),
      ),
    })
    expect(clock.waits).toEqual([375, 750])
  })

  test('an attempt that times out is retried', async () => {
    const server = await serve(silence, json(200, credits))
    const clock = steppedClock()
    const call = clientOf(server, { clock, timeoutMs: 1000 }).account.credits().withResponse()
    await until(() => server.requests.length === 1)
    clock.advance(1000)
    await expect.poll(clock.waits).toEqual([expect.any(Number)])
    clock.advance(clock.waits()[0] ?? 0)
    expect((await call).meta.attempts).toBe(2)
  })

  test('maxRetries is the number of retries, set on the client or the call', async () => {
    const server = await serve(refusal(500, 'internal_error'))
    const client = clientOf(server, { clock: hurriedClock(), maxRetries: 1 })
    await expect(client.account.credits()).rejects.toBeInstanceOf(ServerError)
    expect(server.requests).toHaveLength(2)
    await expect(client.account.credits({ maxRetries: 0 })).rejects.toMatchObject({ attempts: 1 })
    expect(server.requests).toHaveLength(3)
  })
})

describe('POST', () => {
  test('has one key per logical call, the same in every attempt', async () => {
    const server = await serve(refusal(503, 'overloaded'), refusal(503, 'overloaded'), json(200, photo()))
    const client = clientOf(server, { clock: hurriedClock() })
    await client.images.enhance(body)
    await client.images.enhance(body)
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
    expect(new Set(server.requests.map((request) => request.body.toString())).size).toBe(1)
  })

  test('has the key of the caller if there is one', async () => {
    const server = await serve(json(200, photo()))
    await clientOf(server).images.enhance(body, { idempotencyKey: 'menu-17' })
    expect(server.requests[0]?.headers['idempotency-key']).toBe('menu-17')
  })

  test('is not retried without a credential, because the server would ignore its key', async () => {
    const server = await serve(refusal(503, 'overloaded'))
    const client = clientOf(server, { apiKey: '', clock: hurriedClock() })
    const order = { email: 'a@example.com', password: 'x' }
    await expect(client.auth.login(order)).rejects.toMatchObject({ attempts: 1 })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers['idempotency-key']).toBeUndefined()
  })

  test('a GET has no key', async () => {
    const server = await serve(json(200, credits))
    await clientOf(server).account.credits()
    expect(server.requests[0]?.headers['idempotency-key']).toBeUndefined()
  })
})

describe('the delay', () => {
  test('Retry-After in seconds is obeyed, never early', async () => {
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '1' }), json(200, credits))
    await clientOf(server).account.credits()
    const [first, second] = server.requests
    expect(second!.monotonic - first!.monotonic).toBeGreaterThanOrEqual(1000)
  })

  test('Retry-After as a date is obeyed, never early', async () => {
    let due = 0
    const later = (
      response: Parameters<ReturnType<typeof json>>[0],
      request: Parameters<ReturnType<typeof json>>[1],
    ) => {
      due = Math.floor(Date.now() / 1000) * 1000 + 2000
      return refusal(503, 'overloaded', {}, { 'retry-after': new Date(due).toUTCString() })(response, request)
    }
    const server = await serve(later, json(200, credits))
    await clientOf(server).account.credits()
    expect(server.requests[1]!.at).toBeGreaterThanOrEqual(due)
  })

  test('a Retry-After date is relative to the server’s Date header', async () => {
    const headers = { date: 'Sat, 21 Nov 2020 09:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2020 09:00:04 GMT' }
    const server = await serve(refusal(503, 'overloaded', {}, headers), json(200, credits))
    const clock = hurriedClock()
    await clientOf(server, { clock, random: () => 0 }).account.credits()
    expect(clock.waits).toEqual([4000])
  })

  test('the jitter on top of Retry-After is between 0 and 250 ms', async () => {
    for (const [random, wait] of [
      [0, 2000],
      [0.999, 2249.75],
    ] as const) {
      const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '2' }), json(200, credits))
      const clock = hurriedClock()
      await clientOf(server, { clock, random: () => random }).account.credits()
      expect(clock.waits).toEqual([wait])
    }
  })

  test('Retry-After: 0 retries at once, without back-off', async () => {
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '0' }), json(200, credits))
    const clock = hurriedClock()
    await clientOf(server, { clock, random: () => 0.5 }).account.credits()
    expect(clock.waits).toEqual([125])
  })

  test('without Retry-After it backs off from 0.5 s to 8 s, with jitter down to 75 %', async () => {
    for (const [random, factor] of [
      [0, 0.75],
      [1, 1],
    ] as const) {
      const server = await serve(refusal(500, 'internal_error'))
      const clock = hurriedClock()
      const client = clientOf(server, { clock, random: () => random, maxRetries: 6 })
      await expect(client.account.credits()).rejects.toBeInstanceOf(ServerError)
      expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 8000].map((ms) => ms * factor))
    }
  })

  test('a wait above maxRetryAfterMs throws at once with retryAfterMs', async () => {
    const server = await serve(refusal(429, 'monthly_limit', {}, { 'retry-after': '61' }))
    const clock = hurriedClock()
    const error = await clientOf(server, { clock })
      .account.credits()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 61_000, attempts: 1 })
    expect(clock.waits).toEqual([])
  })

  test('maxRetryAfterMs can be set on the client and on the call', async () => {
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '2' }), json(200, credits))
    const clock = hurriedClock()
    const client = clientOf(server, { clock, maxRetryAfterMs: 1000 })
    await expect(client.account.credits()).rejects.toMatchObject({ retryAfterMs: 2000 })
    await expect(clientOf(server, { clock }).account.credits({ maxRetryAfterMs: 3000 })).resolves.toBeDefined()
  })

  test('waiting logs one info line', async () => {
    const server = await serve(refusal(429, 'rate_limited', {}, { 'retry-after': '2' }), json(200, credits))
    const lines: string[] = []
    const none = () => undefined
    const logger = { error: none, warn: none, debug: none, info: (line: string) => void lines.push(line) }
    await clientOf(server, { clock: hurriedClock(), random: () => 0, logger, logLevel: 'info' }).account.credits()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('rate_limited')
    expect(lines[0]).toContain('2000 ms')
  })
})

describe('work that passes its deadline', () => {
  test('continues as a job: the call waits for it and is never sent again', async () => {
    const result = { result_url: 'http://127.0.0.1:9/a.png', credits_used: 1 }
    const server = await serve(
      refusal(504, 'deadline_exceeded', { retryable: false, deadline_seconds: 300, job_id: 'run_7' }),
      json(200, { job_id: 'run_7', status: 'PROGRESS', progress: { current: 1, total: 4, percent: 25, status: 'x' } }),
      json(200, { job_id: 'run_7', status: 'SUCCESS', result }),
    )
    const { data, meta } = await clientOf(server, { clock: hurriedClock() }).images.upscale(body).withResponse()
    expect({ data, attempts: meta.attempts }).toEqual({ data: result, attempts: 1 })
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/upscale',
      ...Array.from({ length: 3 }, () => 'GET /api/jobs/run_7/status'),
    ])
  })

  test('a photo is read again when its job has succeeded', async () => {
    const server = await serve(
      refusal(504, 'deadline_exceeded', { retryable: false, deadlineSeconds: 60, jobId: 'run_7' }),
      json(200, { job_id: 'run_7', status: 'SUCCESS', result: {} }),
      json(200, photo()),
    )
    const made = await clientOf(server, { clock: hurriedClock() }).photos.enhance({ image: body.image_url })
    expect(made.id).toBe(photo().id)
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/photos/enhance',
      '/api/jobs/run_7/status',
      '/v1/photos/run_7',
    ])
  })

  test('throws at once if the server stopped it', async () => {
    const server = await serve(refusal(504, 'deadline_exceeded', { retryable: false, deadline_seconds: 300 }))
    const made = clientOf(server, { clock: hurriedClock() }).images.fixBlur(body)
    await expect(made).rejects.toMatchObject({ status: 504, code: 'deadline_exceeded', attempts: 1 })
    expect(server.requests).toHaveLength(1)
  })
})
