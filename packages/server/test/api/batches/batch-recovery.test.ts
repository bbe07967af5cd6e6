import { setTimeout as sleep } from 'node:timers/promises'
import { Platelight } from '@platelight/sdk'
import { afterEach, expect, test } from 'vitest'
import type { Engine } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close()
})
const start = async (options: StartOptions = {}) => {
  const app = await startApp(options)
  apps.push(app)
  return app
}

const photo = dishPhoto({ width: 64, height: 48 })
const uploaded = async (client: { uploads: { create(bytes: Uint8Array): PromiseLike<{ url: string }> } }) =>
  (await client.uploads.create(new Uint8Array(await photo))).url

test('a run whose attempt died is executed alone, and does not bring down its neighbours again', async () => {
  let under = 0
  const beside: { readonly attempt: number; readonly others: number }[] = []
  let died = 0
  // It stands still, except for the waits after both deaths: an isolation lasts only some seconds, and a busy machine needs more.
  let now = Date.parse('2026-01-01T12:00:00Z')
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
    return {
      ...real,
      async perform(task, options) {
        under++
        try {
          await sleep(40)
          const { scale } = task.params as { scale?: number }
          if (scale === 4 && died++ < 2) throw new Error('the thread died')
          if (scale === 4) {
            beside.push({ attempt: died, others: under - 1 })
            await sleep(200)
            beside.push({ attempt: died, others: under - 1 })
          }
          return await real.perform(task, options)
        } finally {
          under--
        }
      },
    }
  }
  const { customer } = await start({ engine, clock: { now: () => new Date(now) } })
  const { client, credits, runs } = await customer({ credits: 40 })
  const upscaling = async () => (await runs()).find(({ operation }) => operation === 'upscale')
  const url = await uploaded(client)
  const heavy = client.images.upscale({ image_url: url, scale: 4 })
  const batches = await Promise.all([1, 2].map(() => client.images.batchProcess({ image_urls: Array(12).fill(url) })))
  for (const attempts of [1, 2]) {
    await expect.poll(upscaling).toMatchObject({ state: 'queued', attempts })
    now += 1000 * attempts
  }
  expect((await heavy).status).toBe('completed')
  for (const { job_id } of batches) expect((await jobEnded(client, job_id)).status).toBe('SUCCESS')
  expect(beside).toEqual([
    { attempt: 3, others: 0 },
    { attempt: 3, others: 0 },
  ])
  expect((await upscaling())?.attempts).toBe(3)
  expect(await credits()).toBe(40 - 2 - 24)
})

test('a run whose attempt died delays others only briefly: neither its isolation nor its end makes them wait long', async () => {
  const { engine, held } = stepwiseEngine()
  let now = Date.parse('2026-01-01T12:00:00Z')
  const later = (seconds: number) => {
    now += seconds * 1000
  }
  let died = 0
  const dying = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const stepwise = engine(limits)
    return {
      ...stepwise,
      async perform(task, options) {
        if (task.operation === 'relight' && died++ === 0) throw new Error('the thread died')
        return stepwise.perform(task, options)
      },
    }
  }
  const { customer } = await start({ engine: dying, clock: { now: () => new Date(now) } })
  const { client, runs } = await customer({ credits: 10 })
  const url = await uploaded(client)
  const started = now
  const long = client.images.upscale({ image_url: url })
  await expect.poll(() => held.length).toBe(1)
  const again = client.images.relight({ image_url: url })
  await expect.poll(async () => (await runs())[1]).toMatchObject({ state: 'queued', attempts: 1 })
  later(2)
  const person = client.images.enhance({ image_url: url })
  await expect.poll(runs).toHaveLength(3)
  const under = () => held.map(({ task }) => task.operation)
  const aSecondLater = () => {
    later(1)
    return under()
  }
  await sleep(2_500)
  expect(under()).toEqual(['upscale'])

  // The long run still continues. The isolated run starts beside it, and for a while nothing else does.
  await expect.poll(aSecondLater).toEqual(['upscale', 'relight'])
  later(15)
  await sleep(2_500)
  expect(under()).toEqual(['upscale', 'relight'])
  await expect.poll(aSecondLater).toEqual(['upscale', 'relight', 'enhance'])
  expect(now - started).toBeLessThan(600_000)
  for (const { go } of held) go()
  await Promise.all([long, again, person])
})

test('a batch continues after a restart of the server: every item is done and charged once', async () => {
  const { engine, held } = stepwiseEngine()
  const first = await start({ engine })
  const { client, key, accountId } = await first.customer({ credits: 10 })
  const url = await uploaded(client)
  const { job_id } = await client.images.batchProcess({ image_urls: Array(5).fill(url) })
  await expect.poll(() => held.length).toBe(3)
  held[0]!.go()
  await expect.poll(async () => (await client.jobs.status(job_id)).progress?.current).toBe(1)
  const stopped = first.app.dispatcher.stop(0)
  for (const { go } of held) go()
  await stopped

  const second = await start({ dataFolder: first.dataFolder })
  const again = new Platelight({ baseUrl: second.url, apiKey: key })
  const done = await jobEnded(again, job_id)
  expect(itemsOf(done).map(({ status }) => status)).toEqual(Array(5).fill('completed'))
  const { db } = second.core.database
  const kinds = await db.selectFrom('credit_entries').select('kind').where('account_id', '=', accountId).execute()
  expect(kinds.filter(({ kind }) => kind === 'charge')).toHaveLength(5)
  const written = await db.selectFrom('events').select('type').where('account_id', '=', accountId).execute()
  expect(written.filter(({ type }) => type === 'photo.enhancement.completed')).toHaveLength(5)
  expect((await again.account.credits()).credits).toBe(5)
})
