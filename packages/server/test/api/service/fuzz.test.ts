import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, seed } from '../../../../../scripts/workspace/test-effort.ts'
import { document } from '../../../src/contract/openapi-document.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 0 })
})
afterAll(() => app.close())

type Json = ReturnType<typeof JSON.parse>
const SCHEMAS: Json = document.components?.schemas ?? {}
const BODIES = Object.entries(document.paths).flatMap(([path, item]) => {
  const schema = (item.post as Json)?.requestBody?.content?.['application/json']?.schema
  return schema ? [{ path, schema: schema.$ref ? SCHEMAS[schema.$ref.split('/').at(-1)] : schema }] : []
})

/** A nearly valid body: known names, random values, and now and then a valid one. */
const bodyFor = (schema: Json) =>
  fc.record(
    Object.fromEntries(
      Object.entries((schema.properties ?? { x: {} }) as Json).map(([name, property]: [string, Json]) => [
        name,
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom(
            ...(property.enum ?? ['https://example.com/a.jpg', '', 'http://[', '\u0000', 1e308, -1, null]),
          ),
        ),
      ]),
    ),
    { requiredKeys: [] },
  )

test('random requests get a documented reply and never a 500', async () => {
  const request = fc
    .constantFrom(...BODIES)
    .chain(({ path, schema }) => fc.tuple(fc.constant(path), fc.oneof(bodyFor(schema), fc.jsonValue())))
  await fc.assert(
    fc.asyncProperty(request, fc.string({ maxLength: 40 }), async ([path, body], noise) => {
      const address = app.url + path.replace(/\{\w+\}/g, encodeURIComponent(noise) || 'x')
      const reply = await fetch(`${address}?${noise.replace(/[^\x20-\x7e]/g, '')}`, {
        method: 'POST',
        headers: { ...customer.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(reply.status, `${path} ${JSON.stringify(body)} ${await reply.text()}`).not.toBe(500)
      expect(reply.headers.get('x-request-id')).toBeTruthy()
    }),
    { numRuns: effort(250, 10_000), seed },
  )
})

test('random paths, headers and query strings never get a 500', async () => {
  const path = fc
    .oneof(fc.constantFrom('/v1/photos', '/v1/photos/', '/files/', '/api/keys'), fc.string())
    .chain((start) =>
      fc
        .string({ unit: 'binary', maxLength: 30 })
        .map((rest) => start + encodeURI(rest.replace(/[\ud800-\udfff]/g, ''))),
    )
  await fc.assert(
    fc.asyncProperty(path, fc.webQueryParameters(), async (rest, query) => {
      const address = `${app.url}/${rest.replace(/^\/+/, '').replace(/[#?\\\s]/g, '')}?${query}`
      const reply = await fetch(address, { headers: customer.headers, redirect: 'manual' })
      expect(reply.status, address).not.toBe(500)
      await reply.arrayBuffer()
    }),
    { numRuns: effort(200, 10_000), seed },
  )
})
