import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { boundProblems } from '../generate/check/house-rules.ts'
import { type Endpoint, endpoints, isBearer, type OpenApi, parametersOf } from '../generate/read/openapi-model.ts'

// Typed from the specification, table by table, and from nothing of ours: method, path, Auth column.
const SPECIFICATION = `
GET    /health                                 none
GET    /api/health                             none
GET    /api/styles                             none
GET    /api/presets                            none
GET    /api/presets/v3                         none
GET    /api/food-styles                        none
GET    /api/resolutions                        none
GET    /api/models                             none
GET    /api/pricing                            none
GET    /api/mobile/smart-layers                none

POST   /api/newsletter                         none
POST   /api/contact                            none
POST   /api/resource-download                  none
POST   /api/guide-download                     none
POST   /api/audit-request                      none
GET    /api/unsubscribe                        none
HEAD   /api/unsubscribe                        none
GET    /api/email/preferences                  Bearer
POST   /api/email/preferences                  Bearer
POST   /api/email/trigger-welcome              Bearer

POST   /api/auth/signup                        none
POST   /api/auth/login                         none
POST   /api/auth/logout                        none
GET    /api/auth/me                            Bearer
GET    /api/auth/session                       Bearer
GET    /api/auth/status                        Bearer
POST   /api/auth/validate-email                none
POST   /api/auth/resend-verification           Bearer
GET    /api/auth/verify-email                  none
POST   /api/auth/forgot-password               none
POST   /api/auth/reset-password                none
GET    /api/auth/idp/config                    none
GET    /api/auth/idp/mobile/start              none
GET    /api/auth/idp/callback                  none
DELETE /api/account                            Bearer
GET    /api/account/credits                    Bearer
GET    /api/account/transactions               Bearer
GET    /api/account/generations                Bearer
GET    /api/me/images                          Bearer
DELETE /api/me/images/{image_id}               Bearer
GET    /api/me/jobs                            Bearer
GET    /api/me/videos                          Bearer
GET    /api/me/settings                        Bearer
PUT    /api/me/settings                        Bearer
GET    /api/brand/profile                      Bearer
POST   /api/brand/upload                       Bearer
POST   /api/brand/clear                        Bearer
GET    /api/keys                               Bearer
POST   /api/keys/create                        Bearer
GET    /api/conversions                        Bearer
POST   /api/export/platform                    Bearer

POST   /api/generate                           Bearer
POST   /api/generate-v2                        Bearer
POST   /api/enhance                            Bearer
POST   /api/remove-background                  Bearer
POST   /api/upscale                            Bearer
POST   /api/compose                            Bearer
POST   /api/edit                               Bearer
POST   /api/enrich                             Bearer
POST   /api/process                            Bearer
POST   /api/relight                            Bearer
POST   /api/ai-enhance                         Bearer
POST   /api/enhance-colors                     Bearer
POST   /api/fix-blur                           Bearer
POST   /api/inpaint                            Bearer
POST   /api/batch-process                      Bearer
POST   /api/smart-edit                         Bearer
POST   /api/platform-optimize                  Bearer
POST   /api/hero-shot                          Bearer

POST   /api/jobs/submit                        Bearer
GET    /api/jobs/{job_id}/status               Bearer
DELETE /api/jobs/{job_id}                      Bearer
GET    /api/jobs/queue/status                  Bearer

POST   /api/mobile/jobs/create                 Bearer
POST   /api/mobile/jobs/enhance                Bearer
POST   /api/mobile/jobs/chat-edit              Bearer
POST   /api/mobile/jobs/layer-edit             Bearer
POST   /api/mobile/jobs/assets                 Bearer
POST   /api/mobile/jobs/reels                  Bearer
GET    /api/mobile/jobs/{job_id}               Bearer
POST   /api/jobs/generate                      Bearer
POST   /api/jobs/compose                       Bearer

POST   /api/mobile/create                      Bearer
POST   /api/mobile/enhance                     Bearer
POST   /api/mobile/chat-edit                   Bearer
POST   /api/mobile/assets                      Bearer
POST   /api/mobile/reels                       Bearer
POST   /api/mobile/uploads                     Bearer
POST   /api/mobile/caption-copy                Bearer
POST   /api/demo/enhance                       Bearer

POST   /api/mobile/guest-session               none
POST   /api/mobile/anonymous-session           none
POST   /api/mobile/anonymous-project           none
POST   /api/mobile/claim-guest-session         Bearer
POST   /api/mobile/growth/consent              Bearer
POST   /api/mobile/growth/events               Bearer

GET    /api/mobile/private-assets/{filename}   none
GET    /api/mobile/download                    none
POST   /api/admin/upload                       Bearer

GET    /api/mobile/appstore/products           none
POST   /api/mobile/appstore/verify-transaction Bearer
POST   /api/mobile/appstore/restore            Bearer
GET    /api/mobile/subscriptions/config        Bearer
POST   /api/mobile/subscriptions/sync          Bearer
POST   /api/billing/create-portal-session      Bearer
GET    /api/billing/portal                     Bearer
POST   /api/billing/create-checkout-session    Bearer
POST   /api/payment/create-intent              Bearer
POST   /api/payment/create-subscription        Bearer
POST   /api/payment/cancel-subscription        Bearer
GET    /api/billing/claim-checkout-session     none
POST   /api/billing/create-regionalpay-session Bearer
GET    /api/billing/regionalpay-pricing        none
GET    /api/mobile/playstore/products          none
POST   /api/mobile/playstore/verify-purchase   Bearer
POST   /api/webhooks/cardpay                   none
POST   /api/webhooks/appstore                  none
POST   /api/webhooks/subscriptions             none
POST   /api/webhooks/regionalpay               none

POST   /v1/photos/enhance                      Bearer
GET    /v1/photos/{id}                         Bearer
GET    /v1/photos                              Bearer
DELETE /v1/photos/{id}                         Bearer
GET    /v1/presets                             none
GET    /v1/account/credits                     Bearer
`

const RETIRED = [
  'GET /api/pricing',
  'POST /api/email/trigger-welcome',
  'POST /api/billing/create-checkout-session',
  'GET /api/billing/claim-checkout-session',
  'POST /api/billing/create-regionalpay-session',
  'GET /api/billing/regionalpay-pricing',
  'POST /api/payment/create-intent',
  'POST /api/payment/create-subscription',
  'POST /api/payment/cancel-subscription',
  'GET /api/mobile/playstore/products',
  'POST /api/mobile/playstore/verify-purchase',
]

const specified = SPECIFICATION.trim()
  .split(/\n+/)
  .map((line) => line.split(/\s+/) as [string, string, string])
const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8')) as OpenApi
const all = endpoints(document.paths)
const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`
const byName = new Map(all.map((endpoint) => [nameOf(endpoint), endpoint]))
const statuses = (endpoint: Endpoint) => Object.keys(endpoint.operation.responses)

/** Names of the endpoints that a test finds wanting: an empty list reads better in a failure than a boolean. */
const those = (wrong: (endpoint: Endpoint) => unknown) => all.filter(wrong).map(nameOf)

describe('the endpoints of the specification', () => {
  test('are 125 method and path pairs, 84 of them Bearer and 41 public', () => {
    const count = (auth: string) => specified.filter((row) => row[2] === auth).length
    expect([
      new Set(specified.map(([method, path]) => `${method} ${path}`)).size,
      count('Bearer'),
      count('none'),
    ]).toEqual([125, 84, 41])
  })

  test.each(specified)('%s %s is in the document with security %s', (method, path, auth) => {
    const operation = byName.get(`${method} ${path}`)?.operation
    expect(operation).toBeDefined()
    expect(operation?.security).toEqual(auth === 'Bearer' ? undefined : [])
    expect(operation?.['x-extension']).toBeUndefined()
  })

  test('are everything that is not marked as ours', () => {
    const names = new Set(specified.map(([method, path]) => `${method} ${path}`))
    expect(those((endpoint) => !names.has(nameOf(endpoint)) && !endpoint.operation['x-extension'])).toEqual([])
  })

  test('Bearer is the default of the document, over HTTP', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.info.version).toBe('1.0.0')
  })
})

describe('every operation', () => {
  test('has an id of its own, a summary, and one tag that the index knows', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    expect(those(({ operation }) => !operation.summary)).toEqual([])
    expect(those(({ operation }) => operation.tags?.length !== 1 || !tags.includes(operation.tags[0] ?? ''))).toEqual(
      [],
    )
  })

  test('bounds every string, list and number that a caller may send', () => {
    expect(boundProblems(document)).toEqual([])
  })

  test('answers 429 and 500', () => {
    expect(those((endpoint) => !['429', '500'].every((status) => statuses(endpoint).includes(status)))).toEqual([])
  })

  test('answers 401 where it is Bearer', () => {
    expect(those((endpoint) => isBearer(endpoint.operation) && !statuses(endpoint).includes('401'))).toEqual([])
  })

  test('answers 422 where it takes something, and 400, 413 and 415 where that is a body', () => {
    const takes = (endpoint: Endpoint) =>
      endpoint.operation.requestBody || parametersOf(endpoint, document.components).length > 0
    expect(those((endpoint) => takes(endpoint) && !statuses(endpoint).includes('422'))).toEqual([])
    const wanted = ['400', '413', '415']
    const lacks = (endpoint: Endpoint) => !wanted.every((status) => statuses(endpoint).includes(status))
    expect(those((endpoint) => endpoint.operation.requestBody && lacks(endpoint))).toEqual([])
  })

  test('answers 402 and 503 where it accepts paid work', () => {
    const works = ({ operation }: Endpoint) => operation['x-operation'] ?? operation['x-operations']
    expect(those((endpoint) => works(endpoint) && !statuses(endpoint).includes('503'))).toEqual([])
    const free = those((endpoint) => works(endpoint) && !statuses(endpoint).includes('402'))
    expect(free).toEqual(['POST /api/enrich', 'POST /api/mobile/caption-copy', 'POST /api/demo/enhance'])
  })

  test('speaks the dialect of its family', () => {
    const body = (endpoint: Endpoint) => JSON.stringify(endpoint.operation.responses['429'])
    expect(those((endpoint) => endpoint.path.startsWith('/v1/') !== body(endpoint).includes('RateLimitedV1'))).toEqual(
      [],
    )
    expect(document.components.schemas.Error).not.toEqual(document.components.schemas.ErrorV1)
  })

  test('sends X-RateLimit-Remaining, X-RateLimit-Reset and X-Request-Id with every answer', () => {
    const wanted = ['X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']
    const lacks = ({ operation }: Endpoint) =>
      Object.values(operation.responses).some((found) => {
        const response = '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
        return !wanted.every((name) => response?.headers?.[name])
      })
    expect(those(lacks)).toEqual([])
  })
})

test('the retired endpoints are the eleven, say what replaced them, and can only refuse', () => {
  expect(those(({ operation }) => operation['x-retired']).sort()).toEqual([...RETIRED].sort())
  for (const name of RETIRED) {
    const endpoint = byName.get(name)!
    expect(endpoint.operation.deprecated).toBe(true)
    expect(endpoint.operation['x-retired']).toMatch(/^\S.{20,}\.$/)
    expect(statuses(endpoint).filter((status) => Number(status) < 400)).toEqual([])
    expect(statuses(endpoint)).toContain('410')
  }
})

test('aliases perform the same operation as what they are an alias of', () => {
  const operations = (...names: string[]) => names.map((name) => byName.get(name)?.operation['x-operation'])
  expect(
    new Set(
      operations(
        'POST /v1/photos/enhance',
        'POST /api/enhance',
        'POST /api/mobile/enhance',
        'POST /api/mobile/jobs/enhance',
      ),
    ),
  ).toEqual(new Set(['enhance']))
  expect(new Set(operations('POST /api/mobile/reels', 'POST /api/mobile/jobs/reels'))).toEqual(new Set(['reel']))
  for (const name of ['GET /api/auth/status', 'POST /api/mobile/reels', 'POST /api/mobile/enhance']) {
    expect(byName.get(name)?.operation.description).toContain('Alias of')
  }
})

test('slow operations say how long they may take', () => {
  const slow = all.filter(({ operation }) => operation['x-deadline-seconds'] === 300).map(nameOf)
  expect(slow).toEqual(
    expect.arrayContaining(
      ['upscale', 'fix-blur', 'generate', 'edit', 'compose', 'hero-shot'].map((name) => `POST /api/${name}`),
    ),
  )
  // A whole menu in one call is the one that may take longer.
  expect(those(({ operation }) => ![undefined, 60, 300].includes(operation['x-deadline-seconds']))).toEqual([
    'POST /api/menu-consistency',
  ])
})

test('the six events are sent with their signature', () => {
  const events = [
    'photo.enhancement.started',
    'photo.enhancement.completed',
    'photo.enhancement.failed',
    'photo.deleted',
    'credit.purchased',
    'credit.depleted',
  ]
  expect(Object.keys(document.webhooks)).toEqual(events)
  for (const { operation, item } of endpoints(document.webhooks)) {
    const headers = parametersOf({ operation, item, method: 'post', path: '' }, document.components)
    expect(headers.map(({ name, required }) => [name, required])).toContainEqual(['X-Service-Signature', true])
  }
})
