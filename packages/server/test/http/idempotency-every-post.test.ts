import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Idempotency } from '../../src/base/ports.ts'
import { ServiceError } from '../../src/base/service-error.ts'
import { document } from '../../src/contract/openapi-document.ts'
import { type OperationObject, type RequestBody, resolve, type Schema } from '../../src/contract/openapi-types.ts'
import type { OpenDatabase } from '../../src/database/open-database.ts'
import { readContract } from '../../src/http/api-contract.ts'
import { createIdempotencyStore } from '../../src/idempotency/idempotency-store.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { type HttpFixture, startHttp, testPrincipal } from './http-fixture.ts'

const SECRET = new Uint8Array(32)

/** Every POST with a credential tested with the real idempotency store and counting handlers. */
const posts = Object.entries(document.paths).flatMap(([path, { post }]) => {
  const operation = post as (OperationObject & { security?: unknown[] }) | undefined
  if (!operation || operation['x-retired']) return []
  const bearer = operation.security === undefined || operation.security.some((one) => 'bearer' in (one as object))
  return bearer ? [{ path, operation }] : []
})

const clock = { now: () => new Date('2026-01-01T12:00:00Z') }
let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const account = { id: 'acc_1', email: 'ada@example.com', plan: 'Enterprise', role: 'customer', balance: 0 } as const
  await database.db
    .insertInto('accounts')
    .values({ ...account, created_at: clock.now().toISOString() } as never)
    .execute()
})
afterAll(() => database.close())

const contract = readContract(document)

/** A handler for every operation that needs one. */
const handlersOf = (then: () => object) =>
  Object.fromEntries(
    Object.values(document.paths)
      .flatMap((item) => ['get', 'head', 'post', 'put', 'patch', 'delete'].flatMap((method) => item[method] ?? []))
      .map((operation) => operation as OperationObject)
      .filter((operation) => !operation['x-retired'])
      .map(({ operationId }) => [operationId, async () => then()]),
  )

/** An administrator, because one of the endpoints is for administrators only. */
const principal = testPrincipal({ role: 'admin' }, ['read', 'images', 'account', 'admin'])

const started = (then: () => object, idempotency: Idempotency): Promise<HttpFixture> =>
  startHttp({ contract, principal, handlers: handlersOf(then), idempotency, checkReplies: 'count', onlyHandlers: true })

type Sent = { readonly json: unknown } | { readonly body: FormData } | Record<never, never>

/** A body that fits the document: its own example, or the required fields. */
function bodyOf(operation: OperationObject): Sent {
  if (!operation.requestBody) return {}
  const { content } = resolve<RequestBody>(document, operation.requestBody)
  const json = content['application/json']?.schema
  if (json) return { json: exampleOf(json) }
  const form = content['multipart/form-data']?.schema
  if (!form) throw new Error(`${operation.operationId} takes neither JSON nor a form`)
  const body = new FormData()
  const { properties = {}, required = [] } = resolve<Schema>(document, form)
  for (const name of required) {
    const field = resolve<Schema>(document, properties[name]!)
    const isFile = field.format === 'binary' || (field.items && resolve<Schema>(document, field.items).format)
    body.append(name, isFile ? new File(['abc'], 'a.jpg') : String(exampleOf(field)))
  }
  return { body }
}

function exampleOf(given: Schema): unknown {
  const schema = resolve<Schema & { examples?: unknown[] }>(document, given)
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'string') return 'text'
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type !== 'object') return 1
  return Object.fromEntries((schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]))
}

test('the document has POST endpoints to test', () => {
  expect(posts.length).toBeGreaterThan(20)
})

describe.each(posts)('POST $path', ({ path, operation }) => {
  const concrete = path.replace(/\{[^}]+\}/g, '7')
  const isSecret = operation['x-secret-reply'] === true

  test('a repeat is replayed, another request under the same key is refused, and a failure frees the key', async () => {
    let done = 0
    let failing = true
    const idempotency = createIdempotencyStore({
      database,
      clock,
      owner: 'me',
      isAlive: async () => false,
      secret: SECRET,
    })
    const { send } = await started(() => {
      done++
      if (failing) throw new ServiceError('engine_unavailable', 'Not now.')
      return { id: 'made_1', number: done }
    }, idempotency)
    const key = { 'idempotency-key': `every ${path}` }
    const post = () => send('POST', concrete, { ...bodyOf(operation), headers: key })

    const failed = await post()
    expect([failed.status, await failed.text()]).toEqual([503, expect.stringContaining('engine_unavailable')])
    failing = false
    const first = await post()
    const bytes = await first.text()
    expect([first.status, JSON.parse(bytes).number]).toEqual([200, 2])
    const again = await post()
    if (isSecret) {
      const { error } = (await again.json()) as { error: object }
      expect([again.status, error]).toMatchObject([409, { code: 'already_done', id: 'made_1' }])
    } else {
      expect([again.status, again.headers.get('idempotency-replayed'), await again.text()]).toEqual([
        200,
        'true',
        bytes,
      ])
    }
    expect(done).toBe(2)

    const other = await send('POST', '/api/keys/create', { json: { name: `not ${path}` }, headers: key })
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('idempotency_key_reused')])
    expect(done).toBe(2)
  })
})
