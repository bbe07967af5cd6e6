import { expect, test } from 'vitest'
import { type Answer, fakeApi, keyedApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

/** Three pages with one row each. */
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

test('a list is one page with a hint for the next one, or all pages', async () => {
  const cwd = folderWith()
  const { env, seen } = await keyedApi({ 'GET /api/account/transactions': pages('transactions', transaction) })
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

test('generations, images and jobs are lists, and an empty list says so', async () => {
  const cwd = folderWith()
  const created_at = '2026-11-21T10:00:00.480Z'
  const { env, seen } = await keyedApi({
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

test('control characters in customer texts do not reach the terminal', async () => {
  const row = { ...transaction(0), description: 'a\u001b[2Jb\nc\u009b31m' }
  const { env } = await keyedApi({
    'GET /api/account/transactions': { json: { transactions: [row], next_cursor: null } },
  })
  const { stdout } = await command(['account', 'transactions'], { cwd: folderWith(), env })
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stdout).toContain('a [2Jb c 31m')
})

test('usage sums the ledger entries of this month', async () => {
  const now = new Date().toISOString()
  const entry = (operation: string | null, type: string, amount: number, created_at = now) => ({
    ...transaction(0),
    operation,
    type,
    amount,
    created_at,
  })
  const { env } = await keyedApi({
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
  const shown = await command(['account', 'usage'], { cwd: folderWith(), env: { ...env, LANG: 'C' } })
  expect(shown.stdout).toMatch(/^upscale {2}2 {2}#{24}$/m)
  expect(shown.stdout).toMatch(/^\d{4}-\d\d-\d\d {2}3 {2}#{24} {2}upscale 2, enhance 1$/m)
  expect(json()).toMatchObject({
    by_operation: { upscale: 2, enhance: 1 },
    by_day: { [now.slice(0, 10)]: { upscale: 2, enhance: 1 } },
    photos: { this_month: 1, monthly_limit: null },
  })
})

test('the outcome of each of several deletions is reported', async () => {
  const { env, seen } = await keyedApi({
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

test('if the server becomes unreachable between deletions, the finished ones are reported', async () => {
  const { env } = await keyedApi({
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
  'GET /api/plans': {
    json: {
      plans: [
        {
          ...{ name: 'Starter', price_usd: 3, monthly_credits: 10, monthly_photos: 500 },
          ...{ api: { per_minute: 60, per_day: 1000 }, v1: { per_minute: 30, burst: 60 } },
        },
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
  [['account', 'plans'], 'Starter  $3       10       $0.30     500     30, burst 60  60, 1,000/day'],
  [['capabilities'], 'generate  not available  set PLATELIGHT_FAL_KEY'],
])('%j needs no key', async (args, line) => {
  const { url } = await fakeApi(CATALOGS)
  const { code, stdout } = await command(args, { cwd: folderWith(), env: { PLATELIGHT_BASE_URL: url } })
  expect(code).toBe(0)
  expect(stdout).toContain(line)
})
