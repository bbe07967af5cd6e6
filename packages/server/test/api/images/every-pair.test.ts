import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

interface Operation {
  operationId: string
  security?: unknown[]
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { $ref?: string; example?: unknown } }> }
  parameters?: { in?: string; name?: string; required?: boolean; schema?: { type?: string }; $ref?: string }[]
  'x-retired'?: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const
const PAIRS = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = (item as Record<string, Operation | undefined>)[method]
    return operation ? [{ path, method, operation, name: `${method.toUpperCase()} ${path}` }] : []
  }),
)

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const address = (path: string) =>
  app.url + path.replace(/\{(\w+)\}/g, (_, name) => (name === 'image_id' ? '1' : 'nothing'))

const schemas = (document.components?.schemas ?? {}) as Record<string, { example?: unknown }>

/** The example of the document as a body, or an empty one. */
function bodyOf({ requestBody }: Operation): { body?: BodyInit; headers: Record<string, string> } {
  const json = requestBody?.content['application/json']
  if (json) {
    const example = json.schema.example ?? schemas[json.schema.$ref?.split('/').at(-1) ?? '']?.example ?? {}
    return { body: JSON.stringify(example), headers: { 'content-type': 'application/json' } }
  }
  return requestBody ? { body: new FormData(), headers: {} } : { headers: {} }
}

async function ask({ path, method, operation }: (typeof PAIRS)[number], credential: boolean) {
  const { body, headers } = bodyOf(operation)
  // One for each request, because one of them deletes its account.
  const authorization = credential ? (await app.customer()).headers : {}
  const reply = await fetch(address(path), {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...headers, ...authorization },
    ...(body === undefined ? {} : { body }),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

test.each(PAIRS)('$name gives a documented reply with the headers of every reply', async (pair) => {
  const reply = await ask(pair, true)
  expect(Object.keys(pair.operation.responses), JSON.stringify(reply.body)).toContain(String(reply.status))
  expect(reply.status, JSON.stringify(reply.body)).not.toBe(500)
  for (const name of ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(reply.headers.get(name), name).toBeTruthy()
  if (pair.operation['x-retired']) {
    expect([reply.status, reply.body.error.code]).toEqual([410, 'endpoint_retired'])
    expect(reply.headers.get('deprecation')).toBeTruthy()
    expect(reply.headers.get('link')).toBeTruthy()
  }
})

const BEARER = PAIRS.filter(({ operation }) => operation.security === undefined || operation.security.length > 0)

test.each(BEARER)('$name checks the credential before anything else', async (pair) => {
  const reply = await ask(pair, false)
  expect([reply.status, reply.body.error?.code]).toEqual([401, 'unauthorized'])
})
