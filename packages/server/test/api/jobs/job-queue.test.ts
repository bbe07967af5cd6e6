import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { submit } from '../../support/queue-jobs.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'
import { jobEnded } from '../../support/submit-batches.ts'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close()
})
const start = async (options: StartOptions = {}) => {
  const app = await startApp(options)
  apps.push(app)
  return app
}

let photo: Uint8Array
beforeAll(async () => {
  photo = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
})
const uploaded = async ({ client }: Customer) => (await client.uploads.create(photo)).url
const statusOf = async ({ url }: TestApp, { headers }: Customer) => {
  const response = await fetch(`${url}/api/jobs/queue/status`, { headers })
  expect(response.status).toBe(200)
  return response.json()
}

test('the status of the queue counts the runs of all accounts, and names none of them', async () => {
  let now = Date.parse('2026-01-01T12:00:00Z')
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine, clock: { now: () => new Date(now) } })
  const [customer, other] = [await app.customer({ credits: 50 }), await app.customer()]
  expect(await statusOf(app, other)).toEqual({
    queue: { pending: 0, running: 0, succeeded_last_hour: 0, failed_last_hour: 0, oldest_pending_seconds: null },
    operations: [],
    last_hour: { per_minute: 0, wait_seconds: { p50: null, p95: null }, run_seconds: { p50: null, p95: null } },
    workers: [
      {
        id: expect.any(String),
        status: 'online',
        threads: 2,
        busy: 0,
        idle: 2,
        last_seen_at: '2026-01-01T12:00:00.000Z',
      },
    ],
    engines: [
      { capability: 'pixels', engine: 'local', model: null },
      { capability: 'cutout', engine: 'classical', model: null },
      { capability: 'upscale', engine: 'lanczos', model: null },
      { capability: 'synthesis', engine: 'preview', model: null },
      { capability: 'motion', engine: 'local', model: null },
      { capability: 'copy', engine: 'local', model: null },
    ],
  })
  const image_url = await uploaded(customer)
  const batch = { job_type: 'batch_process', params: { image_urls: Array(3).fill(image_url), operation: 'relight' } }
  const { job_id } = (await submit(app, customer, { job_type: 'upscale', params: { image_url } })).body
  await submit(app, customer, batch)
  await submit(app, customer, { job_type: 'upscale', params: { image_url } })
  await expect.poll(() => held.length).toBe(3)
  now += 7_000
  await expect.poll(async () => (await statusOf(app, other)).queue.running).toBe(3)
  const text = JSON.stringify(await statusOf(app, other))
  for (const private_ of [customer.accountId, customer.email, job_id, image_url]) expect(text).not.toContain(private_)
  const { queue, operations } = JSON.parse(text)
  expect(queue).toMatchObject({ pending: 2, running: 3, oldest_pending_seconds: 7 })
  const sum = (field: 'pending' | 'running') =>
    operations.reduce((total: number, one: Record<string, number>) => total + one[field]!, 0)
  expect([sum('pending'), sum('running')]).toEqual([2, 3])
  expect(operations.map(({ operation }: { operation: string }) => operation)).toEqual(['relight', 'upscale'])

  now += 3_000
  const letThrough = setInterval(() => held.forEach(({ go }) => void go()), 20)
  await jobEnded(customer.client, job_id)
  await expect.poll(() => app.app.dispatcher.busy()).toBe(0)
  clearInterval(letThrough)
  await expect.poll(async () => (await statusOf(app, other)).queue.succeeded_last_hour).toBe(5)
  expect((await statusOf(app, other)).last_hour).toEqual({
    per_minute: 0.08,
    wait_seconds: { p50: 0, p95: 10 },
    run_seconds: { p50: 10, p95: 10 },
  })
})

test('a process without a heartbeat is lost, and one that ends regularly is no longer listed', async () => {
  const app = await start()
  const customer = await app.customer()
  const { db } = app.core.database
  const long = new Date(Date.now() - 40_000).toISOString()
  await db
    .insertInto('workers')
    .values({ id: 'another', status: 'online', threads: 4, busy: 3, last_seen_at: long })
    .execute()
  const { workers } = await statusOf(app, customer)
  expect(workers.map(({ id, status, idle }: Record<string, unknown>) => [id === 'another', status, idle])).toEqual([
    [false, 'online', 2],
    [true, 'lost', 1],
  ])
  await app.app.dispatcher.stop(0)
  expect((await db.selectFrom('workers').select('id').execute()).map(({ id }) => id)).toEqual(['another'])
})

test('a full queue estimates Retry-After from its throughput and the number of waiting runs', async () => {
  let now = Date.parse('2026-01-01T12:00:00Z')
  const { engine, held } = stepwiseEngine()
  const clock = { now: () => new Date(now) }
  const app = await start({ engine, clock, env: { PLATELIGHT_MAX_QUEUED: '4' } })
  const customer = await app.customer({ credits: 50 })
  const image_url = await uploaded(customer)
  const body = { job_type: 'upscale', params: { image_url } }
  const first: string[] = []
  for (let n = 0; n < 2; n++) first.push((await submit(app, customer, body)).body.job_id)
  await expect.poll(() => held.length).toBe(2)
  for (const { go } of held) go()
  for (const id of first) await jobEnded(customer.client, id)
  // Two in twenty seconds: one slot is free after ten, four after forty.
  now += 20_000
  for (let n = 0; n < 3; n++) await submit(app, customer, body)
  await expect.poll(() => held.length).toBe(5)
  for (let n = 0; n < 4; n++) expect((await submit(app, customer, body)).status).toBe(200)
  const before = await customer.credits()
  const refused = await submit(app, customer, body)
  expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '10',
  ])
  const batch = { job_type: 'batch_process', params: { image_urls: Array(4).fill(image_url), operation: 'upscale' } }
  expect((await submit(app, customer, batch)).headers.get('retry-after')).toBe('40')
  expect(await customer.credits()).toBe(before)
  await app.app.dispatcher.stop(0)
})

test('work that a provider has accepted is polled after a crash and not ordered twice', async () => {
  const given: string[] = []
  const asked: (string | null | undefined)[] = []
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
    return {
      ...real,
      async perform(task, options) {
        asked.push(options.provider?.task)
        if (!options.provider?.task) {
          given.push(`task-${given.length + 1}`)
          await options.provider?.keep(given.at(-1)!)
          throw new Error('the connection broke while it was polled')
        }
        return real.perform(task, options)
      },
    }
  }
  const app = await start({ engine })
  const customer = await app.customer({ credits: 5 })
  const params = { image_url: await uploaded(customer) }
  const { job_id } = (await submit(app, customer, { job_type: 'upscale', params })).body
  expect((await jobEnded(customer.client, job_id)).status).toBe('SUCCESS')
  expect([given, asked]).toEqual([['task-1'], [null, 'task-1']])
  expect(await customer.credits()).toBe(4)
})

test('administrators see the names of processes, and nobody else does', async () => {
  const named = await start({ env: { PLATELIGHT_WORKER_NAME: 'oven-2' } })
  const customer = await named.customer()
  const names = async (app: TestApp) =>
    ((await statusOf(app, customer)) as { workers: { name?: string }[] }).workers.map(({ name }) => name)
  expect(await names(named)).toEqual([undefined])
  const { db } = named.core.database
  await db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', customer.accountId).execute()
  expect(await names(named)).toEqual(['oven-2'])
  expect((await start()).core.config.workerName).toMatch(new RegExp(`:${process.pid}$`))
})
