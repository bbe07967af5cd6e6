import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sampleEvent, signPayload } from '@platelight/webhook-verifier/testing'
import { expect, test } from 'vitest'
import { fakeApi, type Routes, refusal } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const SECRET = 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCBrZXk='

const endpoint = (changes: object = {}) => ({
  id: 'whe_1',
  url: 'https://trattoria.example/hooks',
  events: ['photo.deleted'],
  description: null,
  enabled: true,
  disabled_reason: null,
  previous_secret_until: null,
  last_success_at: null,
  last_failure_at: null,
  created_at: '2026-11-20T09:12:00.000Z',
  updated_at: '2026-11-20T09:12:00.000Z',
  ...changes,
})

const attempt = (number: number, status_code: number | null, error: string | null = null, round = 1) => ({
  round,
  number,
  started_at: `2026-11-20T09:1${round}:0${number}.000Z`,
  duration_ms: 12,
  status_code,
  error,
  response_excerpt: status_code === 500 ? 'database\u001b[2J is away\n' : null,
})

const delivery = (changes: object = {}) => ({
  id: 'dlv_1',
  endpoint_id: 'whe_1',
  event_id: 'evt_1',
  event_type: 'photo.deleted',
  status: 'pending',
  test: false,
  attempts: [] as object[],
  next_attempt_at: null,
  payload: '{}',
  created_at: '2026-11-20T09:12:00.000Z',
  delivered_at: null,
  ...changes,
})

async function server(routes: Routes) {
  const api = await fakeApi(routes)
  const env = { PLATELIGHT_BASE_URL: api.url, PLATELIGHT_API_KEY: 'pl_live_0123456789' }
  const run = (cwd: string, ...args: string[]) => command(['webhooks', ...args], { cwd, env })
  return { ...api, env, run }
}

const ENDPOINTS_PATH = '/api/webhook-endpoints'

test('a secret is printed once, or kept in a new file that only its owner can read', async () => {
  const cwd = folderWith()
  const { run, seen } = await server({ [`POST ${ENDPOINTS_PATH}`]: { json: { ...endpoint(), secret: SECRET } } })
  const create = ['endpoints', 'create', 'https://trattoria.example/hooks', '--events', 'photo.deleted']
  const printed = await run(cwd, ...create)
  expect([printed.code, printed.stdout]).toEqual([0, expect.stringMatching(/^whsec_\S+\n\n/)])
  expect(seen[0]?.json).toEqual({ url: 'https://trattoria.example/hooks', events: ['photo.deleted'] })
  const kept = await run(cwd, ...create, '--output-file', 'secret', '--json')
  expect(kept.json()).toMatchObject({ id: 'whe_1', output_file: join(cwd, 'secret') })
  expect(kept.stdout).not.toContain(SECRET)
  expect(readFileSync(join(cwd, 'secret'), 'utf8')).toBe(`${SECRET}\n`)
  if (process.platform !== 'win32') expect(statSync(join(cwd, 'secret')).mode & 0o777).toBe(0o600)
  const calls = seen.length
  const again = await run(cwd, ...create, '--output-file', 'secret')
  expect([again.code, again.stderr, seen.length]).toEqual([2, expect.stringContaining('exists already'), calls])
})

test('--events all selects every event, so that no shell expands an asterisk', async () => {
  const { run, seen } = await server({ [`PATCH ${ENDPOINTS_PATH}/whe_1`]: { json: endpoint({ events: ['*'] }) } })
  const { stdout } = await run(
    folderWith(),
    'endpoints',
    'update',
    'whe_1',
    '--events',
    'photo.deleted,all',
    '--enable',
  )
  expect(seen[0]?.json).toEqual({ events: ['*'], enabled: true })
  expect(stdout).toContain('state   enabled')
})

test('list shows the state of each endpoint', async () => {
  const rows = [
    endpoint(),
    endpoint({ id: 'whe_2', last_success_at: '2026-11-20T09:12:00.000Z' }),
    endpoint({ id: 'whe_3', last_success_at: '2026-11-20T09:12:00.000Z', last_failure_at: '2026-11-21T09:12:00.000Z' }),
    endpoint({ id: 'whe_4', enabled: false, disabled_reason: 'no_success' }),
    endpoint({ id: 'whe_5', enabled: false, disabled_reason: 'by_user' }),
  ]
  const { run } = await server({ [`GET ${ENDPOINTS_PATH}`]: { json: { webhook_endpoints: rows, next_cursor: null } } })
  const { stdout } = await run(folderWith(), 'endpoints', 'list')
  const states = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/)[1])
  expect(states).toEqual(['enabled', 'delivering', 'failing', 'given up', 'disabled'])
})

test('rotate prints the new secret and the next command; --finish and delete need a confirmation', async () => {
  const until = '2026-11-23T09:12:00.000Z'
  const { run, seen } = await server({
    [`POST ${ENDPOINTS_PATH}/whe_1/rotate`]: { json: { id: 'whe_1', secret: SECRET, previous_secret_until: until } },
    [`POST ${ENDPOINTS_PATH}/whe_1/rotate/finish`]: { json: endpoint() },
    [`DELETE ${ENDPOINTS_PATH}/whe_1`]: { json: { id: 'whe_1', status: 'deleted' } },
  })
  const cwd = folderWith()
  const rotated = await run(cwd, 'endpoints', 'rotate', 'whe_1')
  expect(rotated.stdout).toContain(SECRET)
  expect(rotated.stdout).toContain('signs until 2026-11-23 09:12 UTC')
  expect(rotated.stdout).toContain('platelight webhooks endpoints rotate whe_1 --finish')
  expect((await run(cwd, 'endpoints', 'rotate', 'whe_1', '--finish')).code).toBe(2)
  expect((await run(cwd, 'endpoints', 'delete', 'whe_1')).code).toBe(2)
  expect(seen).toHaveLength(1)
  expect((await run(cwd, 'endpoints', 'rotate', 'whe_1', '--finish', '--yes')).code).toBe(0)
  expect((await run(cwd, 'endpoints', 'delete', 'whe_1', '--yes')).stdout).toBe('deleted  whe_1\n')
})

test('deliveries lists one line per delivery with the result of every attempt; a single delivery is shown in detail', async () => {
  const attempts = [attempt(1, 500), attempt(2, null, 'timeout'), attempt(1, 200, null, 2)]
  const waiting = delivery({ id: 'dlv_2', attempts: [attempt(1, 500)], next_attempt_at: '2026-11-20T09:12:30.000Z' })
  const deliveries = [waiting, delivery({ status: 'delivered', attempts })]
  const { run, seen } = await server({
    [`GET ${ENDPOINTS_PATH}/whe_1/deliveries`]: { json: { deliveries, next_cursor: null } },
  })
  const list = await run(folderWith(), 'deliveries', 'whe_1', '--status', 'delivered')
  expect(seen[0]?.query.get('status')).toBe('delivered')
  expect(list.stdout).toContain('500, next 2026-11-20 09:12 UTC')
  expect(list.stdout).toContain('500, timeout | 200')
  const detail = await run(folderWith(), 'deliveries', 'whe_1', 'dlv_1')
  expect(detail.stdout).toContain('2026-11-20 09:11:01  [500] 12 ms  database\\u001b[2J is away\n')
  expect(detail.stdout).toContain('[timeout] 12 ms\n')
  expect((await run(folderWith(), 'deliveries', 'whe_1', 'dlv_9')).code).toBe(6)
})

test.each([
  ['delivered', attempt(1, 200), 'delivered', 0],
  ['dead', attempt(1, null, 'refused'), 'dead', 1],
])('test waits for the result of its attempt: %s', async (_, result, status, exit) => {
  let polls = 0
  const { run, seen } = await server({
    [`POST ${ENDPOINTS_PATH}/whe_1/test`]: { json: delivery({ test: true }) },
    [`GET ${ENDPOINTS_PATH}/whe_1/deliveries`]: () => ({
      json: { deliveries: [polls++ === 0 ? delivery() : delivery({ status, attempts: [result] })], next_cursor: null },
    }),
  })
  const { code, stdout } = await run(folderWith(), 'endpoints', 'test', 'whe_1', 'credit.depleted')
  expect(seen[0]?.json).toEqual({ event: 'credit.depleted' })
  expect([code, stdout]).toEqual([exit, expect.stringContaining(`[${result.error ?? result.status_code}] 12 ms`)])
})

test('redeliver waits for the new attempt and ignores earlier ones', async () => {
  const before = [attempt(1, 500)]
  let polls = 0
  const { run } = await server({
    [`POST ${ENDPOINTS_PATH}/whe_1/deliveries/dlv_1/redeliver`]: { json: delivery({ attempts: before }) },
    [`GET ${ENDPOINTS_PATH}/whe_1/deliveries`]: () => {
      const now = polls++ === 0 ? before : [...before, attempt(1, 204, null, 2)]
      return {
        json: {
          deliveries: [delivery({ status: polls > 1 ? 'delivered' : 'pending', attempts: now })],
          next_cursor: null,
        },
      }
    },
  })
  const { code, stdout } = await run(folderWith(), 'redeliver', 'whe_1', 'dlv_1')
  expect([code, stdout]).toEqual([0, expect.stringContaining('[204] 12 ms')])
})

test.each([
  [404, 'not_found', 6],
  [409, 'webhook_disabled', 6],
  [403, 'scope_missing', 4],
])('a rejection with status %i (%s) exits with %i', async (status, code, exit) => {
  const { run } = await server({ [`POST ${ENDPOINTS_PATH}/whe_1/deliveries/dlv_1/redeliver`]: refusal(status, code) })
  expect((await run(folderWith(), 'redeliver', 'whe_1', 'dlv_1')).code).toBe(exit)
})

test('listen --register creates an endpoint, verifies with its secret, and deletes it at the end, as well as the endpoint of a killed process', async () => {
  const descriptionPrefix = `platelight webhooks listen on ${hostname().slice(0, 100)}, process `
  const existing = [
    endpoint({ id: 'whe_dead', description: `${descriptionPrefix}99999999` }),
    endpoint({ id: 'whe_alive', description: `${descriptionPrefix}${process.pid}` }),
    endpoint({ id: 'whe_other', description: 'mine' }),
  ]
  const { env, seen } = await server({
    [`GET ${ENDPOINTS_PATH}`]: { json: { webhook_endpoints: existing, next_cursor: null } },
    [`POST ${ENDPOINTS_PATH}`]: { json: { ...endpoint(), secret: SECRET } },
    [`DELETE ${ENDPOINTS_PATH}/whe_1`]: { json: { id: 'whe_1', status: 'deleted' } },
    [`DELETE ${ENDPOINTS_PATH}/whe_dead`]: { json: { id: 'whe_dead', status: 'deleted' } },
  })
  const lines: string[] = []
  const args = ['webhooks', 'listen', '--register', '--port', '0', '--events', 'photo.deleted', '--ndjson']
  const running = command(args, { cwd: folderWith(), env, onLine: (line) => lines.push(line) })
  await expect.poll(() => lines.length).toBe(1)
  const { url, secret, endpoint_id } = JSON.parse(lines[0]!)
  expect({ secret, endpoint_id }).toEqual({ secret: SECRET, endpoint_id: 'whe_1' })
  expect(seen.find(({ method }) => method === 'POST')?.json).toEqual({
    url,
    events: ['photo.deleted'],
    description: `${descriptionPrefix}${process.pid}`,
  })
  const answer = await fetch(url, { method: 'POST', ...signPayload(sampleEvent('photo.deleted'), SECRET) })
  expect(answer.status).toBe(200)
  process.emit('SIGINT')
  expect((await running).code).toBe(0)
  expect(seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `${ENDPOINTS_PATH}/whe_dead`,
    `${ENDPOINTS_PATH}/whe_1`,
  ])
})

test('listen --register explains what to do if the server refuses private addresses', async () => {
  const { run } = await server({
    [`GET ${ENDPOINTS_PATH}`]: { json: { webhook_endpoints: [], next_cursor: null } },
    [`POST ${ENDPOINTS_PATH}`]: refusal(400, 'url_not_allowed', 'url is a private address.'),
  })
  const { code, stderr } = await run(folderWith(), 'listen', '--register', '--port', '0')
  expect(code).toBe(6)
  expect(stderr).toContain('--register https://')
  expect(stderr).toContain('PLATELIGHT_ALLOW_PRIVATE_URLS=1')
})
