import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TaskOptions } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { createJobStreams } from '../../../src/resources/jobs/job-streams.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { follow, submit } from '../../support/queue-jobs.ts'
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
const upscaleOf = (image_url: string) => ({ job_type: 'upscale', params: { image_url } })

test('a stream sends the body of the status endpoint at once, at every change and at the end of the job', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  // Three are started, and the fourth waits.
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await submit(app, customer, upscaleOf(image_url))).body.job_id)
  await expect.poll(() => held.length).toBe(3)
  const { response, events, ended } = await follow(app, customer, ids[3]!)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
  await expect.poll(() => events.map(({ data }) => data?.status)).toEqual(['PENDING'])
  held[0]!.go()
  await expect.poll(() => events.map(({ data }) => data?.status)).toEqual(['PENDING', 'PROGRESS'])
  await expect.poll(() => held.length).toBe(4)
  for (const { go } of held) go()
  await ended
  expect(events.map(({ event, data }) => [event, data?.status])).toEqual([
    ['status', 'PENDING'],
    ['status', 'PROGRESS'],
    ['status', 'SUCCESS'],
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  const unsigned = (value: unknown) => JSON.stringify(value).replace(/\?exp=\d+&sig=[0-9a-f]+/g, '')
  expect(unsigned(events.at(-1)!.data)).toBe(unsigned(await customer.client.jobs.status(ids[3]!)))
})

test('a client that reconnects gets nothing twice, and after the end of the job it is asked to stop reconnecting', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const customer = await app.customer()
  const { job_id } = (await submit(app, customer, upscaleOf(await uploaded(customer)))).body
  await expect.poll(() => held.length).toBe(1)
  const first = await follow(app, customer, job_id)
  await expect.poll(() => first.events.length).toBe(1)
  first.leave()
  expect(await first.ended).toBe('AbortError')
  const again = await follow(app, customer, job_id, { 'last-event-id': first.events[0]!.id! })
  const fresh = await follow(app, customer, job_id)
  await expect.poll(() => fresh.events.length).toBe(1)
  held[0]!.go()
  await Promise.all([again.ended, fresh.ended])
  expect(again.events.map(({ data }) => data?.status)).toEqual(['SUCCESS'])
  expect(fresh.events.map(({ data }) => data?.status)).toEqual(['PROGRESS', 'SUCCESS'])
  const over = await follow(app, customer, job_id, { 'last-event-id': again.events[0]!.id! })
  expect([over.response.status, await over.response.text()]).toEqual([204, ''])
  const late = await follow(app, customer, job_id)
  await late.ended
  expect(late.events.map(({ data }) => data?.status)).toEqual(['SUCCESS'])
})

test('progress is sent while the work goes on, a few times a second at most, and the last report is never lost', async () => {
  let report: TaskOptions['report']
  let finish = () => {}
  const app = await start({
    engine: (limits) => {
      const real = inlineEngine(limits)
      return {
        ...real,
        async perform(task, options) {
          report = options.report
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          return real.perform(task, options)
        },
      }
    },
  })
  const customer = await app.customer()
  const { job_id } = (await submit(app, customer, upscaleOf(await uploaded(customer)))).body
  const { events, ended } = await follow(app, customer, job_id)
  await expect.poll(() => report).toBeDefined()
  const reported = () => events.flatMap(({ data }) => data?.progress?.current ?? [])
  for (let tile = 1; tile <= 200; tile++) {
    report?.({ current: tile, total: 200, status: `Enlarged ${tile} of 200 tiles` })
    if (tile % 50 === 0) await sleep(5)
  }
  await expect.poll(() => reported().at(-1)).toBe(200)
  expect(reported().length).toBeLessThan(20)
  expect((await customer.client.jobs.status(job_id)).progress).toEqual({
    current: 200,
    total: 200,
    percent: 100,
    status: 'Enlarged 200 of 200 tiles',
  })
  const updatedAt = async () => (await customer.client.me.jobs()).items[0]?.updated_at ?? ''
  const [{ started_at: startedAt } = { started_at: null }] = await customer.runs()
  const before = await updatedAt()
  expect(before > (startedAt ?? '')).toBe(true)
  report?.({ current: 200, total: 200, status: 'Written' })
  await expect.poll(updatedAt).not.toBe(before)
  expect((await updatedAt()) > before).toBe(true)
  finish()
  await ended
  expect(events.at(-1)?.data?.status).toBe('SUCCESS')
})

test('a stream reports a batch item by item', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  const { job_id } = await customer.client.images.batchProcess({ image_urls: [image_url, image_url, image_url] })
  await expect.poll(() => held.length).toBe(3)
  const { events, ended } = await follow(app, customer, job_id)
  for (let done = 1; done <= 3; done++) {
    held[done - 1]!.go()
    if (done < 3) await expect.poll(() => events.at(-1)?.data?.progress?.current).toBe(done)
  }
  await ended
  expect(events.at(-1)?.data?.status).toBe('SUCCESS')
})

test('a stream reports the steps of a picture as the work reaches them', async () => {
  const app = await start()
  const customer = await app.customer()
  const large = new Uint8Array(await dishPhoto({ width: 1200, height: 900 }))
  const { url } = await customer.client.uploads.create(large)
  const params = { image_url: url, steps: ['relight', 'enhance_colors'] }
  const { job_id } = (await submit(app, customer, { job_type: 'process_image', params })).body
  const { events, ended } = await follow(app, customer, job_id)
  await ended
  expect(events.map(({ data }) => JSON.stringify(data?.progress))).toContainEqual(
    expect.stringContaining('Step 1 of 2: relight'),
  )
})

test('the job of another account is not found, and the stream of a cancelled job ends', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const [customer, stranger] = [await app.customer(), await app.customer()]
  const { job_id } = (await submit(app, customer, upscaleOf(await uploaded(customer)))).body
  for (const id of [job_id, 'run_none']) {
    const refused = await fetch(`${app.url}/api/jobs/${id}/events`, { headers: stranger.headers })
    expect([refused.status, (await refused.json()).error.code]).toEqual([404, 'not_found'])
  }
  await expect.poll(() => held.length).toBe(1)
  const { events, ended } = await follow(app, customer, job_id)
  await expect.poll(() => events.length).toBe(1)
  await customer.client.jobs.delete(job_id)
  await ended
  expect(events.at(-1)?.data).toMatchObject({ status: 'FAILURE', error_code: 'revoked' })
})

test('an account may follow fifty jobs at a time; closing a stream makes room for another; stopping the server ends all', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const [customer, other] = [await app.customer(), await app.customer()]
  const { job_id } = (await submit(app, customer, upscaleOf(await uploaded(customer)))).body
  await expect.poll(() => held.length).toBe(1)
  const followers = await Promise.all(Array.from({ length: 50 }, () => follow(app, customer, job_id)))
  const refused = await fetch(`${app.url}/api/jobs/${job_id}/events`, { headers: customer.headers })
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const otherJob = (await submit(app, other, upscaleOf(await uploaded(other)))).body.job_id
  const elsewhere = await follow(app, other, otherJob)
  expect(elsewhere.response.status).toBe(200)
  followers[0]!.leave()
  await followers[0]!.ended
  await expect
    .poll(async () => {
      const next = await follow(app, customer, job_id)
      if (next.response.status === 200) followers.push(next)
      return next.response.status
    })
    .toBe(200)
  const stopped = app.app.stop(0)
  expect(await Promise.all([...followers.slice(1), elsewhere].map(({ ended }) => ended))).toEqual(
    Array(followers.length).fill(undefined),
  )
  await stopped
})

test('an idle stream sends comments, and finds changes of other processes by reading the table', async () => {
  const run = { id: 'run_1', state: 'running', attempts: 1, progress: null } as never as Parameters<
    typeof JSON.stringify
  >[0] & { state: string }
  const streams = createJobStreams({ watch: () => () => {}, pulseMs: 5 })
  const caller = new AbortController()
  const read = async () => ({ run: { ...run } as never, status: { status: run.state } })
  const events = await streams.open({ accountId: 'acc', read, lastId: undefined, signal: caller.signal })
  const iterator = events![Symbol.asyncIterator]()
  const next = async () => (await iterator.next()).value as string | undefined
  expect(await next()).toMatch(/^retry: \d+\n\n$/)
  expect(await next()).toMatch(/^id: \w+\nevent: status\ndata: {"status":"running"}\n\n$/)
  expect([await next(), await next()]).toEqual([': still here\n\n', ': still here\n\n'])
  run.state = 'succeeded'
  let word = await next()
  while (word?.startsWith(':')) word = await next()
  expect(word).toContain('"succeeded"')
  expect(await next()).toBeUndefined()
})
