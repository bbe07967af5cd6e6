import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { boundProblems } from '../generate/check/house-rules.ts'
import { type Endpoint, endpoints, isBearer, type OpenApi, parametersOf } from '../generate/read/openapi-model.ts'
import { RETIRED, specified } from './specified-endpoint-list.ts'

const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8')) as OpenApi
const all = endpoints(document.paths)
const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`
const byName = new Map(all.map((endpoint) => [nameOf(endpoint), endpoint]))
const statuses = (endpoint: Endpoint) => Object.keys(endpoint.operation.responses)

/** Names of the endpoints for which `isWrong` holds. In a failure, names say more than a boolean. */
const namesWhere = (isWrong: (endpoint: Endpoint) => unknown) => all.filter(isWrong).map(nameOf)

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

  test('are all endpoints without x-extension', () => {
    const names = new Set(specified.map(([method, path]) => `${method} ${path}`))
    expect(namesWhere((endpoint) => !names.has(nameOf(endpoint)) && !endpoint.operation['x-extension'])).toEqual([])
  })

  test('Bearer is the default of the document, over HTTP', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.info.version).toBe('1.0.0')
  })
})

describe('every operation', () => {
  test('has a unique operationId, a summary, and one declared tag', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    expect(namesWhere(({ operation }) => !operation.summary)).toEqual([])
    expect(
      namesWhere(({ operation }) => operation.tags?.length !== 1 || !tags.includes(operation.tags[0] ?? '')),
    ).toEqual([])
  })

  test('bounds every string, list and number that a caller may send', () => {
    expect(boundProblems(document)).toEqual([])
  })

  test('answers 429 and 500', () => {
    expect(namesWhere((endpoint) => !['429', '500'].every((status) => statuses(endpoint).includes(status)))).toEqual([])
  })

  test('answers 401 where it needs a credential', () => {
    expect(namesWhere((endpoint) => isBearer(endpoint.operation) && !statuses(endpoint).includes('401'))).toEqual([])
  })

  test('answers 422 where it takes input, and 400, 413 and 415 where it takes a body', () => {
    const takes = (endpoint: Endpoint) =>
      endpoint.operation.requestBody || parametersOf(endpoint, document.components).length > 0
    expect(namesWhere((endpoint) => takes(endpoint) && !statuses(endpoint).includes('422'))).toEqual([])
    const wanted = ['400', '413', '415']
    const lacks = (endpoint: Endpoint) => !wanted.every((status) => statuses(endpoint).includes(status))
    expect(namesWhere((endpoint) => endpoint.operation.requestBody && lacks(endpoint))).toEqual([])
  })

  test('answers 503 where it accepts work, and 402 too where the work costs credits', () => {
    const works = ({ operation }: Endpoint) => operation['x-operation'] ?? operation['x-operations']
    expect(namesWhere((endpoint) => works(endpoint) && !statuses(endpoint).includes('503'))).toEqual([])
    const free = namesWhere((endpoint) => works(endpoint) && !statuses(endpoint).includes('402'))
    expect(free).toEqual(['POST /api/enrich', 'POST /api/mobile/caption-copy', 'POST /api/demo/enhance'])
  })

  test('answers 504 where a call waits for work', () => {
    const waits = ({ operation }: Endpoint) => operation['x-deadline-seconds'] !== undefined
    expect(namesWhere((endpoint) => waits(endpoint) !== statuses(endpoint).includes('504'))).toEqual([])
  })

  test('answers errors in the shape of its family, /v1 or /api', () => {
    const body = (endpoint: Endpoint) => JSON.stringify(endpoint.operation.responses['429'])
    expect(
      namesWhere((endpoint) => endpoint.path.startsWith('/v1/') !== body(endpoint).includes('RateLimitedV1')),
    ).toEqual([])
    expect(document.components.schemas.Error).not.toEqual(document.components.schemas.ErrorV1)
  })

  test('sends X-RateLimit-Remaining, X-RateLimit-Reset and X-Request-Id with every answer', () => {
    const wanted = ['X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id']
    const lacks = ({ operation }: Endpoint) =>
      Object.values(operation.responses).some((found) => {
        const response = '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found
        return !wanted.every((name) => response?.headers?.[name])
      })
    expect(namesWhere(lacks)).toEqual([])
  })
})

test('every retired endpoint names its replacement and can only refuse', () => {
  expect(namesWhere(({ operation }) => operation['x-retired']).sort()).toEqual([...RETIRED].sort())
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
  expect(namesWhere(({ operation }) => ![undefined, 60, 300].includes(operation['x-deadline-seconds']))).toEqual([
    'POST /api/menu-consistency',
  ])
})

test('the events of the specification are among those that are sent, all with their signature', () => {
  expect(Object.keys(document.webhooks)).toEqual(
    expect.arrayContaining([
      'photo.enhancement.started',
      'photo.enhancement.completed',
      'photo.enhancement.failed',
      'photo.deleted',
      'credit.purchased',
      'credit.depleted',
    ]),
  )
  for (const { operation, item } of endpoints(document.webhooks)) {
    const headers = parametersOf({ operation, item, method: 'post', path: '' }, document.components)
    expect(headers.map(({ name, required }) => [name, required])).toContainEqual(['X-Service-Signature', true])
  }
})
