import { afterEach, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { submit } from '../../support/queue-jobs.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'

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

/** The owners of started work, in order, by the address of its picture. */
const stepping = async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  return { app, held }
}

/** One of four slots is kept for other accounts and for waiting callers. */
const SLOTS: Record<string, number> = { 'single calls': 3, 'queue jobs': 3, 'items of a batch': 3 }

type Channel = (app: TestApp, customer: Customer, image_url: string, count: number) => Promise<unknown>
const CHANNELS: Record<string, Channel> = {
  'single calls': async (_, { client, runs }, image_url, count) => {
    for (let n = 0; n < count; n++) void client.images.upscale({ image_url }).catch(() => {})
    await expect.poll(async () => (await runs()).length).toBe(count)
  },
  'queue jobs': async (app, customer, image_url, count) => {
    for (let n = 0; n < count; n++) await submit(app, customer, { job_type: 'upscale', params: { image_url } })
  },
  'items of a batch': (_, { client }, image_url, count) =>
    client.images.batchProcess({ image_urls: Array(count).fill(image_url), operation: 'upscale' }),
}

test.each(Object.entries(CHANNELS))(
  'sixty %s of one account take turns with a single one of another account',
  async (channel, ask) => {
    const { app, held } = await stepping()
    const [busy, single] = [await app.customer({ credits: 100 }), await app.customer({ credits: 100 })]
    const [many, one] = [await uploaded(busy), await uploaded(single)]
    await ask(app, busy, many, 60)
    const before = SLOTS[channel]!
    await expect.poll(() => held.length).toBe(before)
    await ask(app, single, one, 1)
    await expect.poll(async () => (await single.runs()).length).toBeGreaterThan(0)
    const ofSingle = () =>
      single.runs().then((runs) => runs.filter(({ state, items }) => state !== 'queued' && items === null).length)
    // A caller finds the slot that is kept. What nobody waits for gets the next one that is free.
    if (channel !== 'single calls') {
      expect(await ofSingle()).toBe(0)
      held[0]!.go()
    }
    await expect.poll(() => held.length).toBe(before + 1)
    expect(await ofSingle()).toBe(1)
    await app.app.dispatcher.stop(0)
  },
)

test('waiting callers come before queue jobs, those before the items of batches, and none waits forever', async () => {
  const { app, held } = await stepping()
  const [batch, jobs, person, first, second] = [
    await app.customer({ credits: 100 }),
    await app.customer({ credits: 100 }),
    await app.customer({ credits: 100 }),
    await app.customer({ credits: 100 }),
    await app.customer({ credits: 100 }),
  ]
  const urls = await Promise.all([batch, jobs, person, first, second].map(uploaded))
  // Every slot is taken before anything else is requested.
  await CHANNELS['single calls']!(app, first, urls[3]!, 3)
  await CHANNELS['single calls']!(app, second, urls[4]!, 1)
  await expect.poll(() => held.length).toBe(4)
  await CHANNELS['items of a batch']!(app, batch, urls[0]!, 2)
  await CHANNELS['queue jobs']!(app, jobs, urls[1]!, 2)
  await CHANNELS['single calls']!(app, person, urls[2]!, 12)
  const order: string[] = []
  const byAccount = async () => {
    for (const [name, customer] of Object.entries({ batch, jobs, person })) {
      const started = (await customer.runs()).filter((run) => run.started_at !== null && run.items === null).length
      while (order.filter((one) => one === name).length < started) order.push(name)
    }
  }
  for (let turn = 0; turn < 16; turn++) {
    const before = held.length
    held[turn]!.go()
    await expect.poll(() => held.length).toBe(before + 1)
    await byAccount()
  }
  expect(order.slice(0, 3)).toEqual(['person', 'person', 'person'])
  expect(order.filter((one) => one === 'person')).toHaveLength(12)
  expect(order.indexOf('jobs')).toBeGreaterThan(order.indexOf('person'))
  // A stream of callers does not keep the rest waiting forever: now and then the lowest priority gets a turn.
  expect(order.slice(0, 12)).toContain('batch')
  for (const { go } of held) go()
})

test('a clock that was set back delays no run, even one that was due later', async () => {
  let now = Date.parse('2026-01-01T12:00:00Z')
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine, clock: { now: () => new Date(now) } })
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    ids.push((await submit(app, customer, { job_type: 'upscale', params: { image_url } })).body.job_id)
  }
  await expect.poll(() => held.length).toBe(3)
  now -= 3_600_000
  held[0]!.go()
  await expect.poll(() => held.length).toBe(4)
  for (const { go } of held) go()
  await expect.poll(async () => (await customer.client.jobs.status(ids[3]!)).status).toBe('SUCCESS')
  expect((await customer.runs()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
})
