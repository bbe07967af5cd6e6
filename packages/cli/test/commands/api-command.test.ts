import { expect, test } from 'vitest'
import { fakeApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

async function server(routes: Routes = {}) {
  const api = await fakeApi({
    'POST /api/x': { json: { ok: true } },
    'GET /api/x': { json: { ok: true } },
    ...routes,
  })
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const cwd = folderWith({ 'ramen.jpg': 'photo', 'body.json': '{"a":1}' })
  const call = (args: readonly string[], input = '') => command(['api', ...args], { cwd, env, input })
  return { ...api, call, cwd }
}

test('a call is sent with the credential, and its response is printed unchanged', async () => {
  const { call, seen } = await server()
  expect(await call(['get', 'api/x'])).toMatchObject({ code: 0, stdout: '{"ok":true}\n', stderr: '' })
  expect(seen[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer pl_live_0123456789' } })
})

test('fields are the query of a GET, and the typed body of a POST', async () => {
  const { call, seen } = await server()
  await call(['GET', '/api/x?a=0', '-f', 'limit=100', '-F', 'all=true'])
  expect(String(seen[0]?.query)).toBe('a=0&limit=100&all=true')
  const fields = [
    '-f',
    'name=4',
    '-F',
    'scale=4',
    '-F',
    'on=true',
    '-F',
    'none=null',
    '-F',
    'half=0.5',
    '-F',
    'zip=007',
  ]
  await call(['POST', '/api/x', ...fields, '-F', 'options[upscale]=false', '-f', 'formats[]=a', '-f', 'formats[]=b'])
  expect(seen[1]?.json).toEqual({
    name: '4',
    scale: 4,
    on: true,
    none: null,
    half: 0.5,
    zip: '007',
    options: { upscale: false },
    formats: ['a', 'b'],
  })
  expect(seen[1]?.headers['content-type']).toBe('application/json')
})

test('a file field sends a form, and --input sends a body unchanged', async () => {
  const { call, seen } = await server()
  await call(['POST', '/api/x', '-F', 'image=@ramen.jpg', '-f', 'name=Ramen'])
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body.toString()).toContain('name="image"; filename="ramen.jpg"')
  expect(seen[0]?.body.toString()).toContain('photo')
  await call(['POST', '/api/x', '--input', 'body.json'])
  await call(['POST', '/api/x', '--input', '-', '-H', 'Content-Type: text/plain', '-H', 'X-Max-Credits: 1'], 'words')
  expect(seen[1]?.json).toEqual({ a: 1 })
  expect(seen[2]).toMatchObject({ headers: { 'content-type': 'text/plain', 'x-max-credits': '1' } })
  expect(seen[2]?.body.toString()).toBe('words')
})

test.each([
  [400, 6],
  [401, 4],
  [402, 5],
  [403, 4],
  [404, 6],
  [422, 6],
  [429, 7],
  [500, 1],
  [302, 0],
])('status %i ends with %i, and the body is printed', async (status, code) => {
  const { call } = await server({ 'GET /api/x': { ...refusal(status, 'why'), headers: { location: '/elsewhere' } } })
  const ended = await call(['GET', '/api/x', '-i'])
  expect(ended.code).toBe(code)
  expect(ended.stdout).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  expect(ended.stdout).toContain('location: /elsewhere\n')
  expect(ended.stdout).toContain('"code":"why"')
})

test('--paginate reads all pages in both endpoint families', async () => {
  const page = ({ query }: Seen, name: string) => {
    const at = Number(query.get('cursor') ?? 0)
    return { json: { rows: [at], [name]: at < 2 ? String(at + 1) : null } }
  }
  const { call, seen } = await server({
    'GET /api/x': (one: Seen) => page(one, 'next_cursor'),
    'GET /v1/x': (one: Seen) => page(one, 'nextCursor'),
  })
  const pages = async (path: string) =>
    (await call(['GET', path, '-f', 'limit=1', '--paginate'])).stdout.trim().split('\n')
  expect((await pages('/api/x')).map((line) => JSON.parse(line).rows)).toEqual([[0], [1], [2]])
  expect(await pages('/v1/x')).toHaveLength(3)
  expect(seen.every(({ query }) => query.get('limit') === '1')).toBe(true)
})

test('the credential is never sent to another host, however the path is written', async () => {
  const other = await server()
  const { call, seen, url } = await server({
    'GET /api/r': { status: 302, headers: { location: `${other.url}/api/x` } },
  })
  for (const path of [
    `${other.url}/api/x`,
    'http://user@evil.example/',
    `${url.replace('127.0.0.1', 'localhost')}/api/x`,
  ]) {
    const { code, stderr } = await call(['GET', path])
    expect(code).toBe(2)
    expect(stderr).toContain('your credential is sent to no other server')
  }
  for (const path of ['//evil.example/x', '@evil.example/x', '\\\\evil.example/x']) await call(['GET', path])
  expect((await call(['GET', '/api/r'])).code).toBe(0)
  expect((await call(['GET', `${url}/api/x`])).code).toBe(0)
  expect(other.seen).toEqual([])
  expect(seen.length).toBeGreaterThan(3)
})

test.each([
  [['FETCH', '/api/x'], 'There is no method "FETCH"'],
  [['GET', '/api/x', '-f', 'limit'], 'is not a field'],
  [['POST', '/api/x', '-F', 'image=@nowhere.jpg'], 'cannot be read'],
  [['POST', '/api/x', '--input', 'body.json', '-f', 'a=b'], 'not both'],
  [['GET', '/api/x', '-F', 'a=@ramen.jpg'], 'a query cannot contain a file'],
  [['POST', '/api/x', '--paginate'], '--paginate is for GET'],
  [['GET', '/api/x', '-H', 'no header'], 'is not a header'],
])('%j is wrong usage, and nothing is sent', async (args, text) => {
  const { call, seen } = await server()
  const { code, stderr } = await call(args)
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(seen).toEqual([])
})

test('public endpoints are called without a key', async () => {
  const { url, seen } = await server()
  const { code } = await command(['api', 'GET', '/api/x'], { cwd: folderWith(), env: { PLATELIGHT_BASE_URL: url } })
  expect(code).toBe(0)
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

test('a server that cannot be reached ends with 8', async () => {
  const cwd = folderWith()
  const env = { PLATELIGHT_BASE_URL: 'http://127.0.0.1:9', PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const { code, stderr } = await command(['api', 'GET', '/health'], { cwd, env })
  expect(code).toBe(8)
  expect(stderr).toContain('cannot be reached')
})
