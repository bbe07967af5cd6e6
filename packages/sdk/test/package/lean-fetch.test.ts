import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import createClient from 'openapi-fetch'
import { expect, test } from 'vitest'
import { lean } from '../../lean-fetch.ts'
import { folder } from '../support/picture-bytes.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: { readonly $ref?: string; readonly type?: string }
}

const document = JSON.parse(await readFile(new URL('../../../../openapi/dist/openapi.json', import.meta.url), 'utf8'))

/** What the build leaves of openapi-fetch, run here. */
async function leanClient(): Promise<typeof createClient> {
  const source = await readFile(fileURLToPath(import.meta.resolve('openapi-fetch')), 'utf8')
  const path = join(await folder(), 'lean.mjs')
  await writeFile(path, lean(source))
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)).default
}

/** The request that one call of one client sends, and what the client answers. */
async function sentBy(create: typeof createClient, [method, path, init]: (typeof REQUESTS)[number]) {
  let seen: unknown
  const client = create<Record<string, never>>({
    baseUrl: 'https://menu.example/base/',
    headers: { Authorization: 'Bearer x' },
    async fetch(request: Request) {
      seen = [request.method, request.url, [...request.headers], await request.text()]
      return Response.json({ ok: true })
    },
  })
  client.use({ onRequest: ({ request }) => request.headers.set('x-middleware', 'ran') })
  const send = client.request as unknown as (...call: unknown[]) => Promise<{ data: unknown }>
  const { data } = await send(method, path, init)
  return { seen, data }
}

const REQUESTS = [
  ['get', '/v1/photos', { params: { query: { limit: 5, cursor: 'a b&c=', none: null, not: undefined, yes: false } } }],
  ['get', '/v1/photos', {}],
  ['get', '/v1/photos', { params: { query: { tag: ['a', 'b c'], empty: [] } } }],
  ['get', '/v1/photos/{id}', { params: { path: { id: 'ü/../?#$&' } } }],
  ['delete', '/api/webhook-endpoints/{endpoint_id}/x/{n}', { params: { path: { endpoint_id: 'a', n: 0 } } }],
  ['get', '/v1/photos/{id}', { params: { path: {} } }],
  ['get', '/v1/photos/{id}', {}],
  ['get', '/a', { params: { query: { q: 'a b' } }, querySerializer: (query: object) => JSON.stringify(query) }],
  ['get', '/a', { params: { query: { q: 'a:b' } }, querySerializer: { allowReserved: true } }],
  ['post', '/api/upscale', { body: { scale: 4 }, headers: { 'X-Max-Credits': '2' }, params: { header: { a: 'b' } } }],
  ['post', '/a', { body: { a: 1 }, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
] as const

test('what the bundle has of openapi-fetch sends what the whole library sends', async () => {
  const leaner = await leanClient()
  for (const request of REQUESTS) expect(await sentBy(leaner, request)).toEqual(await sentBy(createClient, request))
})

test('no parameter of the document needs more: none is an object, and none has a style of its own', () => {
  const parameters = Object.values<object>(document.paths)
    .flatMap((item) => [item, ...Object.values(item)] as { readonly parameters?: readonly Parameter[] }[])
    .flatMap((each) => each.parameters ?? [])
    .map((each) => resolved<Parameter>(each))
    .filter((each) => each.in === 'path' || each.in === 'query')
  expect(parameters.length).toBeGreaterThan(20)
  const unusual = parameters.filter(({ style, explode, schema }) => {
    const { type } = resolved<{ type?: string }>(schema ?? {})
    return style !== undefined || explode !== undefined || type === undefined || type === 'object'
  })
  expect(unusual.map(({ name }) => name)).toEqual([])
  expect(Object.keys(document.paths).filter((path) => /\{\W|\*\}/.test(path))).toEqual([])
})

test('another library than this was written for stops the build', () => {
  expect(() => lean('export default function createClient() {}')).toThrow('openapi-fetch has changed')
})

function resolved<T>(part: { $ref?: string }): T {
  const path = part.$ref?.slice(2).split('/')
  return (path ? path.reduce((at, key) => at[key], document) : part) as T
}
