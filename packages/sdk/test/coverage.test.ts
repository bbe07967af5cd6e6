import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Platelight } from '../src/index.ts'
import { jpeg } from './support/pictures.ts'
import { clientOf, json, serve } from './support/server.ts'

interface Operation {
  readonly operationId: string
  readonly 'x-sdk'?: string
  readonly 'x-pending'?: boolean
  readonly 'x-retired'?: boolean
}

const document = JSON.parse(await readFile(new URL('../../../openapi/dist/openapi.json', import.meta.url), 'utf8'))
const METHODS = ['get', 'post', 'put', 'delete', 'head']
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ method: method.toUpperCase(), path, ...operation }] : []
  }),
)

/** Operations no client calls, and why. */
const LEFT_OUT: readonly [pattern: RegExp, reason: string][] = [
  [/^receivers\./, 'payment and store providers send these; nobody else can sign them'],
  [/^files\.(result|privateAsset|download)$/, 'links, opened by photos.download and photos.content'],
  [/^service\.openapi$/, 'the document itself, for tools'],
]

/** Methods of the client that are no operation by themselves. */
const CONVENIENCES = ['photos.download', 'photos.content']

/** How each method is called. A new method is a new line here. */
const CALLS: Record<string, (client: Platelight) => PromiseLike<unknown>> = {
  'account.credits': (client) => client.account.credits(),
  'catalogs.models': (client) => client.catalogs.models(),
  'catalogs.presets': (client) => client.catalogs.presets(),
  'images.enhance': (client) => client.images.enhance({ image_url: 'https://example.com/a.jpg' }),
  'keys.create': (client) => client.keys.create({ name: 'Menu import' }),
  'keys.list': (client) => client.keys.list(),
  'photos.credits': (client) => client.photos.credits(),
  'photos.delete': (client) => client.photos.delete('a/b?'),
  'photos.enhance': (client) => client.photos.enhance({ image: 'https://example.com/a.jpg' }),
  'photos.get': (client) => client.photos.get('a/b?'),
  'photos.list': (client) => client.photos.list(),
  'photos.presets': (client) => client.photos.presets(),
  'service.apiHealth': (client) => client.service.apiHealth(),
  'service.health': (client) => client.service.health(),
  'uploads.create': (client) => client.uploads.create(jpeg()),
}

const nameOf = (operation: Operation) => operation['x-sdk'] ?? operation.operationId
const reasonFor = ({ operationId }: Operation) => LEFT_OUT.find(([pattern]) => pattern.test(operationId))?.[1]
const offered = operations.filter((each) => !each['x-pending'] && !each['x-retired'] && !reasonFor(each))

let methods: string[] = []
beforeAll(async () => {
  const client = clientOf({ url: 'http://127.0.0.1:8787' })
  methods = Object.entries(client).flatMap(([noun, resource]) =>
    noun === 'raw' || typeof resource !== 'object' ? [] : Object.keys(resource).map((key) => `${noun}.${key}`),
  )
})

test('every operation the server offers has a method', () => {
  expect(offered.map(nameOf).filter((name) => !methods.includes(name))).toEqual([])
})

test('every method is an operation of the document, built already, or a named convenience', () => {
  const names = [...offered.map(nameOf), ...CONVENIENCES]
  expect(methods.filter((name) => !names.includes(name))).toEqual([])
})

test('every method but the conveniences has a call below', () => {
  expect(methods.filter((name) => !CONVENIENCES.includes(name)).sort()).toEqual(Object.keys(CALLS).sort())
})

test('every reason for leaving an operation out still has one', () => {
  expect(LEFT_OUT.filter(([pattern]) => !operations.some(({ operationId }) => pattern.test(operationId)))).toEqual([])
})

describe('each method sends what its operation is', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    test(name, async () => {
      const operation = operations.find((each) => nameOf(each) === name)
      const server = await serve(json(200, { photos: [], keys: [], nextCursor: null, next_cursor: null }))
      await call(clientOf(server))
      const [request] = server.requests
      expect(request?.method).toBe(operation?.method)
      expect(request?.url).toBe(operation?.path.replace(/\{\w+\}/, encodeURIComponent('a/b?')))
    })
  }
})
