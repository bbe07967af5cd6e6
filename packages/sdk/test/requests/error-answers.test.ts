import { describe, expect, test } from 'vitest'
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  GoneError,
  InsufficientCreditsError,
  NotFoundError,
  OverBudgetError,
  PermissionError,
  PlatelightError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../../src/index.ts'
import { clientOf, json, refusal, serve, text } from '../support/scripted-server.ts'

const CLASSES = [
  [400, BadRequestError, 'image_url_invalid'],
  [401, AuthenticationError, 'unauthorized'],
  [402, InsufficientCreditsError, 'insufficient_credits'],
  [402, OverBudgetError, 'over_budget'],
  [403, PermissionError, 'scope_missing'],
  [404, NotFoundError, 'not_found'],
  [409, ConflictError, 'already_done'],
  [410, GoneError, 'endpoint_retired'],
  [422, ValidationError, 'invalid'],
  [429, RateLimitError, 'rate_limited'],
  [500, ServerError, 'internal_error'],
  [501, ServerError, 'not_implemented'],
  [503, ServerError, 'engine_unavailable'],
  [413, APIError, 'body_too_large'],
] as const

const failing = async (...replies: Parameters<typeof serve>) => {
  const client = clientOf(await serve(...replies), { maxRetries: 0 })
  return client.photos.get('run_1').then(
    () => expect.unreachable(),
    (error: unknown) => error as APIError,
  )
}

describe('there is one error class per meaning', () => {
  for (const [status, Type, code] of CLASSES) {
    test(`${status} ${code} is ${Type.name}`, async () => {
      const error = await failing(refusal(status, code))
      expect(error.constructor).toBe(Type)
      expect(error).toBeInstanceOf(APIError)
      expect(error).toBeInstanceOf(PlatelightError)
      expect(error).toMatchObject({ name: Type.name, status, code, message: expect.stringContaining(`It is ${code}.`) })
    })
  }
})

test('every APIError has the request id, the attempts, the rate limit and the unchanged body', async () => {
  const headers = { 'x-request-id': 'req_9', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '1795340000' }
  const body = { error: { code: 'not_found', message: 'No such photo.', docs_url: 'https://example.com/e#not_found' } }
  expect(await failing(json(404, body, headers))).toMatchObject({
    requestId: 'req_9',
    attempts: 1,
    rateLimit: { remaining: 4, resetAt: new Date(1795340000_000) },
    body,
    docsUrl: 'https://example.com/e#not_found',
    retryAfterMs: null,
  })
  const v1 = { error: { code: 'not_found', message: 'No such photo.', docsUrl: 'https://example.com/e#not_found' } }
  expect(await failing(json(404, v1))).toMatchObject({ docsUrl: 'https://example.com/e#not_found', details: {} })
})

describe('402', () => {
  const wire = { required_credits: 5, available_credits: 2, upgrade_url: 'https://example.com/billing' }

  test('from /api has both amounts, the shortfall and the billing page', async () => {
    const error = (await failing(refusal(402, 'insufficient_credits', wire))) as InsufficientCreditsError
    expect(error).toMatchObject({ requiredCredits: 5, availableCredits: 2, shortfall: 3 })
    expect(error.upgradeUrl).toBe('https://example.com/billing')
    expect(error.body).toEqual({ error: { code: 'insufficient_credits', message: expect.any(String), ...wire } })
  })

  test('from /v1 has the same fields, and the page of the server for the billing page that it does not name', async () => {
    const fields = { requiredCredits: 5, availableCredits: 2 }
    const error = await failing(refusal(402, 'insufficient_credits', fields))
    expect(error).toMatchObject({
      ...fields,
      shortfall: 3,
      upgradeUrl: expect.stringMatching(/^http:.*\/dashboard\/billing$/),
    })
  })

  test('over_budget has the price and the budget in both endpoint families', async () => {
    for (const fields of [
      { required_credits: 2, max_credits: 1 },
      { requiredCredits: 2, maxCredits: 1 },
    ]) {
      const message = 'This costs 2 credits, more than the 1 that X-Max-Credits allows.'
      expect(await failing(refusal(402, 'over_budget', { ...fields, message }))).toMatchObject({
        requiredCredits: 2,
        maxCredits: 1,
        message: 'This costs 2 credits, more than the 1 that maxCredits allows.',
      })
    }
  })

  test('a 402 of another kind is a plain APIError', async () => {
    expect((await failing(refusal(402, 'card_declined'))).constructor).toBe(APIError)
  })
})

test('422 lists every violation, and the messages by field', async () => {
  const detail = [
    { loc: ['body', 'options', 'upscale'], msg: 'must be boolean', type: 'type' },
    { loc: ['body', 'options', 'upscale'], msg: 'must be one of true, false', type: 'enum' },
    { loc: ['query', 'limit'], msg: 'must be <= 100', type: 'maximum' },
    { loc: ['body'], msg: 'must be object', type: 'type' },
  ]
  const error = (await failing(json(422, { detail }))) as ValidationError
  expect(error.code).toBe('invalid')
  expect(error.detail).toEqual(detail)
  expect(error.fieldErrors).toEqual({
    'options.upscale': ['must be boolean', 'must be one of true, false'],
    limit: ['must be <= 100'],
    body: ['must be object'],
  })
  expect(error.message).toContain('query.limit must be <= 100')
})

test('429 has the wait of Retry-After, or 0 without it', async () => {
  expect(await failing(refusal(429, 'rate_limited', {}, { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 })
  expect(await failing(refusal(429, 'rate_limited'))).toMatchObject({ retryAfterMs: 0 })
})

test('the other fields of an error are in details, in camelCase', async () => {
  const error = await failing(
    refusal(503, 'engine_unavailable', { setting: 'PLATELIGHT_ENGINE_SYNTHESIS', next_step: 1 }),
  )
  expect(error.details).toEqual({ setting: 'PLATELIGHT_ENGINE_SYNTHESIS', nextStep: 1 })
})

test('the page of a proxy gives the error of its status, with the page as body', async () => {
  const error = await failing(text(502, '<h1>Bad gateway</h1>', 'text/html'))
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ code: 'http_502', status: 502, body: '<h1>Bad gateway</h1>', requestId: null })
  expect(error.message).toBe('The server answered 502 Bad Gateway')
})

test('an error body that is empty or not an object gives the error of its status', async () => {
  expect(await failing(text(404, '', 'text/plain'))).toMatchObject({ code: 'http_404', status: 404 })
  expect(await failing(json(500, null))).toMatchObject({ code: 'http_500' })
  expect(await failing(json(422, 'no'))).toMatchObject({ code: 'invalid', detail: [], fieldErrors: {} })
})

test('an unknown code and an unknown status never crash', async () => {
  expect(await failing(refusal(400, 'brand_new'))).toBeInstanceOf(BadRequestError)
  expect((await failing(refusal(418, 'teapot'))).constructor).toBe(APIError)
})

describe('an unusable answer', () => {
  test('a page instead of JSON is unexpected_content_type, with its first 200 bytes', async () => {
    const page = `<html>Please log in to the hotel Wi-Fi ${'.'.repeat(500)}</html>`
    const error = (await failing(text(200, page, 'text/html'))) as unknown as ConnectionError
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'unexpected_content_type', excerpt: page.slice(0, 200), attempts: 1 })
  })

  test('is not retried', async () => {
    const server = await serve(text(200, '<html>', 'text/html'))
    await expect(clientOf(server).photos.get('run_1')).rejects.toMatchObject({ attempts: 1 })
    expect(server.requests).toHaveLength(1)
  })

  test('broken JSON is invalid_json', async () => {
    expect(await failing(text(200, '{"id":', 'application/json'))).toMatchObject({
      code: 'invalid_json',
      excerpt: '{"id":',
    })
  })

  test('an empty 200 is unexpected_content_type', async () => {
    const error = await failing((response) => void response.end())
    expect(error).toMatchObject({ code: 'unexpected_content_type', excerpt: '' })
  })

  test('a redirect is not followed, because it could leak the key or lose the body', async () => {
    const server = await serve(text(301, '', 'text/plain', { location: 'https://elsewhere.example/' }))
    const error = await clientOf(server)
      .photos.get('run_1')
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'unexpected_redirect', message: expect.stringContaining('elsewhere.example') })
    expect(server.requests).toHaveLength(1)
  })
})

test('an id that would change the path is refused before anything is sent', async () => {
  const server = await serve(json(200, {}))
  const client = clientOf(server)
  for (const id of ['', '.', '..', undefined as never]) {
    await expect(client.photos.delete(id)).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(server.requests).toHaveLength(0)
})

test('a header that cannot be sent is an invalid_request, not a connection error', async () => {
  const server = await serve(json(200, {}))
  const call = clientOf(server).photos.get('run_1', { headers: { 'x-name': 'a\nb' } })
  await expect(call).rejects.toMatchObject({ code: 'invalid_request' })
  expect(server.requests).toHaveLength(0)
})
