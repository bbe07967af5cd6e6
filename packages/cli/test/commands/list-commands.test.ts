import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tree } from '../support/cli-process.ts'
import { type Answer, fakeApi, type Routes, refusal, type Seen, sessionOf } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

async function server(routes: Routes) {
  const api = await fakeApi(routes)
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  return { ...api, env }
}

/** Three pages of one row each. */
const pages =
  (noun: string, row: (at: number) => object, cursorName = 'next_cursor') =>
  ({ query }: Seen): Answer => {
    const at = Number(query.get('cursor') ?? 0)
    return { json: { [noun]: [row(at)], [cursorName]: at < 2 ? String(at + 1) : null } }
  }

const transaction = (at: number) => ({
  id: `txn_${at}`,
  type: 'hold',
  amount: -1,
  balance_after: 1009 - at,
  description: 'Enhance accepted',
  operation: 'enhance',
  reference: `run_${at}`,
  created_at: '2026-11-21T10:00:00.480Z',
})

test('a list is one page that says how to go on, or all of it', async () => {
  const cwd = folderWith()
  const { env, seen } = await server({ 'GET /api/account/transactions': pages('transactions', transaction) })
  const run = (...args: string[]) => command(['account', 'transactions', ...args], { cwd, env })
  const first = await run('--limit', '1')
  expect(first.stdout).toBe('2026-11-21 10:00 UTC  hold              -1        1,009  Enhance accepted  run_0\n')
  expect(first.stderr).toBe('More with --cursor 1, or all of them with --all.\n')
  expect(seen[0]?.query.get('limit')).toBe('1')
  expect((await run('--cursor', '2')).stdout).toContain('run_2')
  expect((await run('--all')).stdout.trim().split('\n')).toHaveLength(3)
  expect((await run('--all', '--json')).json()).toMatchObject({
    transactions: [{ id: 'txn_0' }, { id: 'txn_1' }, { id: 'txn_2' }],
    next_cursor: null,
  })
  const ndjson = (await run('--all', '--ndjson')).stdout.trim().split('\n')
  expect(ndjson.map((line) => JSON.parse(line).id)).toEqual(['txn_0', 'txn_1', 'txn_2'])
  expect((await run('--limit', '0')).code).toBe(2)
})

test('generations, images and jobs are lists too, and an empty one says so', async () => {
  const cwd = folderWith()
  const created_at = '2026-11-21T10:00:00.480Z'
  const { env, seen } = await server({
    'GET /api/account/generations': {
      json: {
        generations: [
          {
            id: 'run_1',
            operation: 'upscale',
            status: 'failed',
            credits_used: 0,
            error: { code: 'x', message: 'No.' },
            created_at,
          },
        ],
        next_cursor: null,
      },
    },
    'GET /api/me/images': {
      json: {
        images: [
          { id: 481, operation: 'enhance', width: 3840, height: 2880, url: 'https://x.example/b.jpg', created_at },
        ],
        next_cursor: null,
      },
    },
    'GET /api/me/jobs': { json: { jobs: [], next_cursor: null } },
  })
  expect((await command(['account', 'generations'], { cwd, env })).stdout).toContain('No. (x)')
  expect((await command(['images', 'list'], { cwd, env })).stdout).toContain('3840x2880')
  expect((await command(['jobs', 'list', '--status', 'failed'], { cwd, env })).stdout).toBe('No jobs yet.\n')
  expect(seen.at(-1)?.query.get('status')).toBe('failed')
  expect((await command(['jobs', 'list', '--status', 'lost'], { cwd, env })).code).toBe(2)
})

test('what a customer wrote tells the terminal nothing', async () => {
  const row = { ...transaction(0), description: 'a\u001b[2Jb\nc\u009b31m' }
  const { env } = await server({
    'GET /api/account/transactions': { json: { transactions: [row], next_cursor: null } },
  })
  const { stdout } = await command(['account', 'transactions'], { cwd: folderWith(), env })
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stdout).toContain('a [2Jb c 31m')
})

test('usage adds up what the ledger says of this month', async () => {
  const now = new Date().toISOString()
  const entry = (operation: string | null, type: string, amount: number, created_at = now) => ({
    ...transaction(0),
    operation,
    type,
    amount,
    created_at,
  })
  const { env } = await server({
    'GET /api/account/credits': { json: { credits: 5, credits_used_this_month: 3, next_renewal: now } },
    'GET /v1/account/credits': { json: { photosThisMonth: 1, monthlyPhotoLimit: null } },
    'GET /api/account/transactions': {
      json: {
        transactions: [
          entry('upscale', 'charge', 0),
          entry('upscale', 'hold', -2),
          entry('enhance', 'release', 1),
          entry('enhance', 'hold', -1),
          entry('enhance', 'hold', -1),
          entry(null, 'grant', 10),
          entry('enhance', 'hold', -50, '2020-01-01T00:00:00.000Z'),
        ],
        next_cursor: null,
      },
    },
  })
  const { json } = await command(['account', 'usage', '--json'], { cwd: folderWith(), env })
  expect(json()).toMatchObject({
    by_operation: { upscale: 2, enhance: 1 },
    photos: { this_month: 1, monthly_limit: null },
  })
})

test('what several deletions did and did not do is told, one by one', async () => {
  const { env, seen } = await server({
    'DELETE /api/me/images/1': { json: { id: 1 } },
    'DELETE /api/me/images/3': { json: { id: 3 } },
  })
  const cwd = folderWith()
  const unasked = await command(['images', 'delete', '1'], { cwd, env })
  expect(unasked.code).toBe(2)
  expect(unasked.stderr).toContain('Nothing was deleted. Add --yes')
  expect(seen).toEqual([])
  const { code, json } = await command(['images', 'delete', '1', '2', '3', '--yes', '--json'], { cwd, env })
  expect(code).toBe(3)
  expect(json()).toMatchObject({ deleted: [1, 3], failed: [{ id: 2, error: { code: 'not_found' } }] })
  expect((await command(['images', 'delete', '2', '--yes'], { cwd, env })).code).toBe(6)
  expect((await command(['images', 'delete', 'run_1', '--yes'], { cwd, env })).code).toBe(2)
})

test('a server that goes away in the middle of several deletions says what was deleted before', async () => {
  const { env } = await server({
    'DELETE /v1/photos/a': { json: { id: 'a' } },
    'DELETE /v1/photos/b': refusal(401, 'unauthorized'),
  })
  const { code, stdout } = await command(['photos', 'delete', 'a', 'b', 'c', '--yes'], { cwd: folderWith(), env })
  expect(code).toBe(4)
  expect(stdout).toBe('deleted  a\n')
})

const CATALOGS: Routes = {
  'GET /api/styles': { json: { styles: [{ id: 'moody', name: 'Moody', description: 'Dark.', operations: [] }] } },
  'GET /api/food-styles': {
    json: { food_styles: [{ id: 'rustic', name: 'Rustic', description: 'Wood.', operations: [] }] },
  },
  'GET /api/resolutions': { json: { resolutions: [{ id: '4K', name: 'Ultra', max_side: 4096, credits: 4 }] } },
  'GET /api/mobile/smart-layers': {
    json: { layers: [{ id: 'dish', name: 'Dish', description: 'Food.', operations: [] }] },
  },
  'GET /api/presets/v3': {
    json: {
      version: 3,
      presets: [
        { id: 'p', name: 'P', description: 'All.', category: 'goal', operation: 'asset', credits: 2, parameters: {} },
      ],
    },
  },
  'GET /api/capabilities': {
    json: {
      operations: [
        { operation: 'upscale', available: true, engine: 'lanczos' },
        { operation: 'generate', available: false, engine: null, setting: 'PLATELIGHT_FAL_KEY' },
      ],
    },
  },
}

test.each([
  [['styles'], 'moody  Moody  Dark.'],
  [['food-styles'], 'rustic  Rustic  Wood.'],
  [['resolutions'], '4K  Ultra  4096 px  4 credits'],
  [['layers'], 'dish  Dish  Food.'],
  [['presets', '--all'], 'p  goal  asset  2 credits  All.'],
  [['capabilities'], 'generate  not available  set PLATELIGHT_FAL_KEY'],
])('%j needs no key', async (args, line) => {
  const { url } = await fakeApi(CATALOGS)
  const { code, stdout } = await command(args, { cwd: folderWith(), env: { PLATELIGHT_BASE_URL: url } })
  expect(code).toBe(0)
  expect(stdout).toContain(line)
})

/** Photos with two crops each; the one called "bad" is nobody's. */
async function photoServer() {
  let url = ''
  const photo = (id: string) => ({
    id,
    status: 'completed',
    creditsUsed: 1,
    enhanced: { square: `${url}/files/${id}-s.jpg`, landscape: `${url}/files/${id}-l.jpg` },
    metadata: { preset: 'balanced' },
  })
  const one = (id: string) => ({ [`GET /v1/photos/${id}`]: (): Answer => ({ json: photo(id) }) })
  const file = (name: string) => ({ [`GET /files/${name}.jpg`]: { bytes: Buffer.from(`new ${name}`) } })
  const api = await server({
    ...one('a'),
    ...one('b'),
    'GET /v1/photos': (): Answer => ({ json: { photos: [photo('a'), photo('b')], nextCursor: null } }),
    ...file('a-s'),
    ...file('a-l'),
    ...file('b-s'),
    ...file('b-l'),
  })
  url = api.url
  return api
}

test('the pictures of several photos, or of all, are saved whole, and what is there already stays', async () => {
  const cwd = folderWith({ 'got/a-square.jpg': 'old' })
  const { env } = await photoServer()
  const some = await command(['photos', 'download', 'a', 'b', 'bad', '-o', 'got', '--formats', 'square', '--json'], {
    cwd,
    env,
  })
  expect(some.code).toBe(3)
  expect(some.json().photos).toMatchObject([
    { id: 'a', outputs: [{ format: 'square', existed: true }] },
    { id: 'b', outputs: [{ format: 'square', existed: false }] },
    { id: 'bad', error: { code: 'not_found' } },
  ])
  const read = (name: string) => readFileSync(join(cwd, 'got', name), 'utf8')
  expect([read('a-square.jpg'), read('b-square.jpg')]).toEqual(['old', 'new b-s'])
  await command(['photos', 'download', '--all', '-o', 'got', '--on-existing', 'rename'], { cwd, env })
  expect(Object.keys(tree(join(cwd, 'got')))).toEqual([
    'a-landscape.jpg',
    'a-square-2.jpg',
    'a-square.jpg',
    'b-landscape.jpg',
    'b-square-2.jpg',
    'b-square.jpg',
  ])
  await command(['photos', 'download', 'a', '-o', 'got', '--on-existing', 'overwrite'], { cwd, env })
  expect(read('a-square.jpg')).toBe('new a-s')
  const missing = await command(['photos', 'download', 'a', '--formats', 'portrait'], { cwd, env })
  expect(missing.code).toBe(6)
  expect(missing.stderr).toContain('has no portrait; it has: square, landscape.')
  expect((await command(['photos', 'download'], { cwd, env })).stderr).toContain('Give their ids, or --all.')
})

const KEY = { id: 'key_1', name: 'Menu', prefix: 'pl_live_a', scopes: ['read'], created_at: '2026-11-20T09:12:00.000Z' }

test('a key is replaced by one that is shown once, and the old one says until when it works', async () => {
  const cwd = folderWith()
  const { env, seen } = await server({
    'POST /api/keys/key_1/rotate': {
      json: {
        ...KEY,
        id: 'key_2',
        key: 'pl_live_NEW',
        expires_at: null,
        last_used_at: null,
        replaces: { id: 'key_1', expires_at: '2026-11-21T11:00:00.000Z' },
      },
    },
    'DELETE /api/keys/key_1': { json: { id: 'key_1', status: 'revoked', revoked_at: '2026-11-21T11:00:00.000Z' } },
    'GET /api/auth/session': sessionOf('chef@example.com'),
  })
  const rotate = (...more: string[]) => command(['keys', 'rotate', 'key_1', ...more], { cwd, env })
  expect((await rotate()).stderr).toContain('The old one stops working in a day. Nothing was changed. Add --yes')
  const { stdout } = await rotate('--yes', '--overlap', '1h')
  expect(stdout.split('\n')[0]).toBe('pl_live_NEW')
  expect(stdout).toContain('key_1, which works until 2026-11-21 11:00 UTC')
  expect(seen.at(-1)?.json).toEqual({ overlap_seconds: 3600 })
  const kept = await rotate('--yes', '--output-file', 'key', '--json')
  expect(kept.stdout).not.toContain('pl_live_NEW')
  expect(kept.json()).toMatchObject({ id: 'key_2', output_file: join(cwd, 'key') })
  expect(readFileSync(join(cwd, 'key'), 'utf8')).toBe('pl_live_NEW\n')
  const calls = seen.length
  expect((await rotate('--yes', '--output-file', 'key')).stderr).toContain('is there already')
  const keyring = await rotate('--yes', '--to-keyring')
  expect(keyring.stderr).toContain('The keyring of this system cannot be used')
  expect((await rotate('--yes', '--overlap', '8d')).stderr).toContain('at most 7 days')
  expect(seen.length).toBe(calls)
  expect((await command(['keys', 'revoke', 'key_1', '--yes'], { cwd, env })).stdout).toBe('revoked  key_1\n')
  expect((await command(['keys', 'create', '--expires', '2020-01-01'], { cwd, env })).stderr).toContain(
    'It must be to come',
  )
})

test('a file for a secret that was not made is taken away again', async () => {
  const cwd = folderWith()
  const { env } = await server({ 'POST /api/keys/create': refusal(403, 'scope_missing', 'This key may not.') })
  const { code } = await command(['keys', 'create', '--output-file', 'key'], { cwd, env })
  expect(code).toBe(4)
  expect(existsSync(join(cwd, 'key'))).toBe(false)
})
