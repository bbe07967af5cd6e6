import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Engine } from '../../../src/engines/engine-port.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'
import { HANGS_AT_FOUR, threadEngine } from '../../support/thread-engine.ts'

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

/** The real engine. It performs each task only after it is released. */
function stepwise() {
  const waiting: { readonly operation: string; readonly signal: AbortSignal; readonly go: () => void }[] = []
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
    return {
      ...real,
      async perform(task, options) {
        await new Promise<void>((resolve) =>
          waiting.push({ operation: task.operation, signal: options.signal, go: resolve }),
        )
        return real.perform(task, options)
      },
    }
  }
  return { engine, waiting }
}

test('the percentage of a batch counts the work on its items', async () => {
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const engine = (limits: Parameters<typeof inlineEngine>[0]): Engine => {
    const real = inlineEngine(limits)
    return {
      ...real,
      async perform(task, options) {
        options.report?.({ current: 1, total: 2, status: 'Halfway' })
        await held
        return real.perform(task, options)
      },
    }
  }
  const { customer } = await start({ engine })
  const { client } = await customer({ credits: 10 })
  const url = await uploaded(client)
  const { job_id } = await client.images.batchProcess({ image_urls: [url, url], operation: 'upscale' })
  await expect
    .poll(async () => (await client.jobs.status(job_id)).progress)
    .toEqual({ current: 0, total: 2, percent: 50, status: '0 of 2 done' })
  goOn()
  await expect.poll(async () => (await client.jobs.status(job_id)).status).toBe('SUCCESS')
})

test('cancelling a batch stops its work, keeps finished items and releases the rest', async () => {
  const { engine, waiting } = stepwise()
  const { customer } = await start({ engine })
  const { client, credits, runs, entries } = await customer({ credits: 10 })
  const url = await uploaded(client)
  const { job_id } = await client.images.batchProcess({ image_urls: Array(6).fill(url), operation: 'upscale' })
  expect(await client.jobs.status(job_id)).toMatchObject({ job_id })
  await expect.poll(() => waiting.length).toBe(3)
  expect(await client.jobs.status(job_id)).toEqual({
    job_id,
    status: 'PROGRESS',
    progress: { current: 0, total: 6, percent: 0, status: '0 of 6 done' },
  })
  waiting[0]!.go()
  await expect
    .poll(async () => (await client.jobs.status(job_id)).progress)
    .toEqual({ current: 1, total: 6, percent: 16, status: '1 of 6 done' })
  const [listed] = (await client.me.jobs({ status: 'processing' })).items.filter(({ run_id }) => run_id === job_id)
  expect(listed).toMatchObject({ job_type: 'batch_process', progress: { current: 1, total: 6 } })

  const answer = await client.jobs.delete(job_id)
  expect(answer).toEqual({
    job_id,
    status: 'revoked',
    message:
      'The job was revoked. 1 of its 6 pictures was finished and paid for before; the other credits are released.',
  })
  expect(await client.jobs.delete(job_id)).toEqual(answer)
  // The work on its items is stopped, and no other item starts.
  expect(waiting.slice(1).map(({ signal }) => signal.aborted)).toEqual(waiting.slice(1).map(() => true))
  for (const { go } of waiting) go()
  await expect.poll(() => apps[0]!.app.dispatcher.busy()).toBe(0)
  expect((await runs()).map(({ state }) => state).sort()).toEqual([
    'revoked',
    'revoked',
    'revoked',
    'revoked',
    'revoked',
    'revoked',
    'succeeded',
  ])
  const status = await client.jobs.status(job_id)
  expect(status).toMatchObject({ status: 'FAILURE', error_code: 'revoked' })
  // Which of the first three was released first is random.
  expect(
    itemsOf(status)
      .map((item) => item.error?.code ?? item.status)
      .sort(),
  ).toEqual(['completed', ...Array(5).fill('revoked')])
  expect(await credits()).toBe(9)
  expect((await entries()).filter(({ kind }) => kind === 'release')).toHaveLength(5)
  expect((await client.me.images()).items).toHaveLength(1)
})

test('a single item can be cancelled, and the batch continues and ends with its last item', async () => {
  const { engine, waiting } = stepwise()
  const { customer } = await start({ engine })
  const { client, credits, runs } = await customer({ credits: 10 })
  const url = await uploaded(client)
  const { job_id } = await client.images.batchProcess({ image_urls: [url, url], operation: 'upscale' })
  await expect.poll(() => waiting.length).toBe(2)
  const items = async (state: string) =>
    (await runs()).filter((run) => run.parent_id === job_id && run.state === state).map(({ id }) => id)
  waiting[0]!.go()
  await expect.poll(async () => (await items('succeeded')).length).toBe(1)
  const [left] = await items('running')
  expect(await client.jobs.delete(left!)).toMatchObject({ job_id: left, status: 'revoked' })
  const status = await client.jobs.status(job_id)
  expect(status.status).toBe('SUCCESS')
  expect(
    itemsOf(status)
      .map(({ status, error }) => error?.code ?? status)
      .sort(),
  ).toEqual(['completed', 'revoked'])
  expect(await credits()).toBe(9)
  waiting[1]!.go()
})

test('cancelling a running job ends its thread, and the next picture gets another one', async () => {
  const { customer } = await start({ engine: threadEngine(HANGS_AT_FOUR) })
  const { client, credits, runs } = await customer({ credits: 10 })
  const url = await uploaded(client)
  const hanging = client.images.upscale({ image_url: url, scale: 4 }).catch((error) => error)
  await expect.poll(async () => (await runs())[0]?.state).toBe('running')
  await expect.poll(() => apps[0]!.app.dispatcher.busy()).toBe(1)
  await sleep(300)
  await client.jobs.delete((await runs())[0]!.id)
  expect(await hanging).toMatchObject({ status: 409, code: 'revoked' })
  await expect(client.images.upscale({ image_url: url })).rejects.toMatchObject({ message: 'The thread is alive.' })
  expect(await credits()).toBe(10)
})

test('a waiting caller comes before the items of a batch, and a second batch does not wait for the end of the first', async () => {
  const { engine, waiting } = stepwise()
  const { customer } = await start({ engine })
  const [first, second, person] = [await customer(), await customer(), await customer()]
  const url = await uploaded(first.client)
  const other = await uploaded(second.client)
  const own = await uploaded(person.client)
  await first.client.images.batchProcess({ image_urls: Array(8).fill(url), operation: 'upscale' })
  await expect.poll(() => waiting.length).toBe(3)
  await second.client.images.batchProcess({ image_urls: [other, other], operation: 'upscale' })
  const call = person.client.images.enhance({ image_url: own })
  // One slot is always reserved for a waiting caller.
  await expect
    .poll(() => waiting.map(({ operation }) => operation))
    .toEqual(['upscale', 'upscale', 'upscale', 'enhance'])
  waiting[3]!.go()
  expect((await call).status).toBe('completed')
  for (let at = 0; at < 5; at++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(at === 3 ? 4 : at)
    waiting[at]?.go()
  }
  await expect.poll(async () => (await second.runs()).filter(({ state }) => state !== 'queued').length).toBe(3)
  expect((await first.runs()).filter(({ state }) => state === 'queued').length).toBeGreaterThan(2)
  const letThrough = setInterval(() => {
    for (const { go } of waiting) go()
  }, 20)
  await expect.poll(() => apps[0]!.app.dispatcher.busy()).toBe(0)
  clearInterval(letThrough)
})

test('a batch that does not fit into the queue is refused as a whole', async () => {
  const { engine, open } = gatedEngine()
  const { customer } = await start({ engine, env: { PLATELIGHT_MAX_QUEUED: '5' } })
  const { client, runs, credits } = await customer({ credits: 20 })
  const url = await uploaded(client)
  // A retry would not help: the message says how many pictures fit.
  await expect(client.images.batchProcess({ image_urls: Array(6).fill(url) })).rejects.toMatchObject({
    status: 400,
    code: 'bad_request',
    message: expect.stringMatching(/at most 5 at a time.*PLATELIGHT_MAX_QUEUED/),
  })
  expect([await runs(), await credits()]).toEqual([[], 20])
  const { job_id } = await client.images.batchProcess({ image_urls: Array(5).fill(url) })
  await expect(client.images.batchProcess({ image_urls: Array(5).fill(url) })).rejects.toMatchObject({
    status: 503,
    code: 'overloaded',
  })
  expect(await credits()).toBe(15)
  open()
  expect((await jobEnded(client, job_id)).status).toBe('SUCCESS')
})
