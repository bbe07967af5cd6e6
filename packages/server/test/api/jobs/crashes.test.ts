import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { upscale } from '../../../src/operations/upscale/upscale-operation.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { holdTimers } from '../../support/network/hold-timers.ts'
import { follow, submit } from '../../support/queue-jobs.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'
import { jobEnded } from '../../support/submit-batches.ts'
import { HANGS_AT_FOUR, threadEngine } from '../../support/thread-engine.ts'

const apps: TestApp[] = []
afterEach(async () => {
  vi.restoreAllMocks()
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

/** The deadline of an upscale, shortened. Timers with arguments are not ours, and keep their time whatever it is. */
function upscalesWithin(ms: number) {
  const wait = globalThis.setTimeout
  const hurried = vi.spyOn(globalThis, 'setTimeout')
  const within = (work: (...of: unknown[]) => void, after?: number, ...of: unknown[]) =>
    wait(work, of.length === 0 && after === upscale.deadlineSeconds * 1000 ? ms : after, ...of)
  hurried.mockImplementation(within as typeof setTimeout)
  return hurried
}

/** The reply of the endpoint itself, because the client would wait for the job. */
async function upscaled(app: TestApp, { headers }: Customer, body: { image_url: string; scale?: number }) {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${app.url}/api/upscale`, init)
  return { status: response.status, ...((await response.json()) as { error: { code: string; job_id: string } }) }
}

test('work that never ends is stopped at its deadline: it fails, its credits are released, its thread ends, and the next job runs', async () => {
  const app = await start({ engine: threadEngine(HANGS_AT_FOUR) })
  const customer = await app.customer({ credits: 10 })
  const image_url = await uploaded(customer)
  // The five minutes of an upscale, in half a second.
  const hurried = upscalesWithin(500)
  const endless = { job_type: 'upscale', params: { image_url, scale: 4 } }
  const { job_id } = (await submit(app, customer, endless)).body
  const status = await jobEnded(customer.client, job_id)
  expect(status).toMatchObject({ status: 'FAILURE', error_code: 'deadline_exceeded' })
  expect(status.error).toMatch(/made no progress within 300 seconds.*Nothing was charged/)

  const params = { image_urls: [image_url, image_url], operation: 'upscale', params: { scale: 4 } }
  const batch = (await submit(app, customer, { job_type: 'batch_process', params })).body.job_id
  expect((await jobEnded(customer.client, batch)).error).toMatch(/None of the 2 pictures.*made no progress within/)
  // The caller gets the reply before or after the work is stopped.
  const late = await upscaled(app, customer, { image_url, scale: 4 })
  expect(late).toMatchObject({
    status: 504,
    error: { code: 'deadline_exceeded', deadline_seconds: 300, retryable: false },
  })
  await expect.poll(async () => (await customer.runs()).at(-1)?.state).toBe('failed')
  hurried.mockRestore()
  await expect(customer.client.images.upscale({ image_url })).rejects.toMatchObject({ message: 'The thread is alive.' })
  expect(await customer.credits()).toBe(10)
  // A missed deadline is the work's own fault, so there is no second attempt.
  expect((await customer.runs()).filter(({ items }) => items === null).map(({ attempts }) => attempts)).toEqual([
    1, 1, 1, 1, 1,
  ])
})

test('the deadline of a job counts only its own work, not the wait for other work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-gate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const gate = join(folder, 'open')
  const slow = `import { existsSync } from 'node:fs'
export default async () => {
  while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 10))
  return { ok: false, code: 'image_unreadable', message: 'It was looked at.' }
}`
  const app = await start({ engine: threadEngine(slow) })
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  const deadlines = holdTimers(upscale.deadlineSeconds * 1000)
  const jobs: string[] = []
  for (let n = 0; n < 2; n++) {
    jobs.push((await submit(app, customer, { job_type: 'upscale', params: { image_url } })).body.job_id)
  }
  await expect.poll(async () => (await customer.runs()).map(({ state }) => state)).toEqual(['running', 'running'])
  await expect.poll(deadlines.armed).toBe(1)
  await writeFile(gate, '')
  for (const id of jobs) expect((await jobEnded(customer.client, id)).error).toBe('It was looked at.')
})

test('runs cancelled at any moment end once, charged or released; no caller waits forever and no bytes remain', async () => {
  const app = await start()
  const customer = await app.customer({ credits: 200 })
  const { client } = customer
  const image_url = await uploaded(customer)
  const many = { job_type: 'batch_process', params: { image_urls: Array(3).fill(image_url), operation: 'enhance' } }
  const single = { job_type: 'process_image', params: { image_url, steps: ['enhance_colors'] } }
  const waiting: Promise<unknown>[] = []
  for (let n = 0; n < 48; n++) {
    const body = [single, many, undefined][n % 3]
    if (body) {
      const { job_id } = (await submit(app, customer, body)).body
      const { ended } = await follow(app, customer, job_id)
      waiting.push(ended)
    } else waiting.push(client.images.enhance({ image_url }).catch(() => {}))
    // Later and later after the request: before the claim, while it is read, in its thread, while it is stored.
    await sleep(n % 16)
    const all = await customer.runs()
    const chosen = all.filter(({ state }) => state === 'queued' || state === 'running').at(n % 2 === 0 ? -1 : 0)
    if (chosen) {
      const reported = await Promise.all([1, 2].map(() => client.jobs.delete(chosen.id).catch((error) => error.code)))
      for (const one of reported) expect(one.status ?? one).toMatch(/revoked|job_finished/)
    }
  }
  await Promise.all(waiting)
  await expect.poll(() => app.app.dispatcher.busy()).toBe(0)

  const runs = await customer.runs()
  expect(runs.map(({ state }) => state).filter((state) => state !== 'succeeded' && state !== 'revoked')).toEqual([])
  expect(new Set(runs.map(({ state }) => state)).size).toBe(2)
  const entries = await customer.entries()
  const work = runs.filter(({ items }) => items === null)
  for (const { id, state } of work) {
    const kinds = entries.filter(({ reference }) => reference.endsWith(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['hold', state === 'succeeded' ? 'charge' : 'release'])
  }
  const paid = work.filter(({ state }) => state === 'succeeded').reduce((sum, { credits }) => sum + credits, 0)
  expect(await customer.credits()).toBe(200 - paid)
  const events = await customer.events()
  for (const { id, state } of work.filter(({ operation }) => operation === 'enhance')) {
    const reported = events
      .filter(({ data }) => (data.photo as { id?: string } | undefined)?.id === id)
      .map(({ type }) => type)
    if (state === 'succeeded') expect(reported).toEqual(['photo.enhancement.started', 'photo.enhancement.completed'])
    else expect(reported).not.toContain('photo.enhancement.completed')
  }
  const { db } = app.core.database
  const named = await db.selectFrom('run_images').select('run_id').distinct().execute()
  expect(named.map(({ run_id }) => run_id).sort()).toEqual(
    work
      .filter(({ state }) => state === 'succeeded')
      .map(({ id }) => id)
      .sort(),
  )
})

test('the stream of a batch reports at once that one of its items was cancelled', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  const { job_id } = await customer.client.images.batchProcess({ image_urls: Array(3).fill(image_url) })
  await expect.poll(() => held.length).toBe(3)
  const { events, ended } = await follow(app, customer, job_id)
  await expect.poll(() => events.length).toBe(1)
  const items = (await customer.runs()).filter(({ parent_id }) => parent_id === job_id)
  await customer.client.jobs.delete(items[0]!.id)
  await expect.poll(() => events.at(-1)?.data?.progress?.current).toBe(1)
  await customer.client.jobs.delete(items[1]!.id)
  await customer.client.jobs.delete(items[2]!.id)
  await ended
  expect(events.at(-1)?.data).toMatchObject({ status: 'FAILURE', error_code: 'revoked' })
})

test('a HEAD request for a stream does not count as a stream', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const customer = await app.customer()
  const { job_id } = (
    await submit(app, customer, { job_type: 'upscale', params: { image_url: await uploaded(customer) } })
  ).body
  await expect.poll(() => held.length).toBe(1)
  for (let n = 0; n < 60; n++) {
    const { status } = await fetch(`${app.url}/api/jobs/${job_id}/events`, {
      method: 'HEAD',
      headers: customer.headers,
    })
    expect(status).toBe(200)
  }
  const { response, leave } = await follow(app, customer, job_id)
  expect(response.status).toBe(200)
  leave()
})

test('an account that fills the queue leaves room for single pictures of others', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine, env: { PLATELIGHT_MAX_QUEUED: '20' } })
  const [greedy, other] = [await app.customer({ credits: 100 }), await app.customer({ credits: 100 })]
  const [many, one] = [await uploaded(greedy), await uploaded(other)]
  const first = Array(4)
    .fill(0)
    .map(() => submit(app, other, { job_type: 'upscale', params: { image_url: one } }))
  for (const { status } of await Promise.all(first)) expect(status).toBe(200)
  await expect.poll(() => held.length).toBe(3)
  const batch = (count: number) => ({
    job_type: 'batch_process',
    params: { image_urls: Array(count).fill(many), operation: 'upscale' },
  })
  expect((await submit(app, greedy, batch(19))).status).toBe(400)
  expect((await submit(app, greedy, batch(17))).status).toBe(200)
  const before = await greedy.credits()
  const refused = await submit(app, greedy, { job_type: 'upscale', params: { image_url: many } })
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'overloaded'])
  expect(await greedy.credits()).toBe(before)
  // One run of the other account still waits, so it has no more right to the rest than anybody.
  expect((await submit(app, other, { job_type: 'upscale', params: { image_url: one } })).status).toBe(503)
  const third = await app.customer()
  const url = await uploaded(third)
  expect((await submit(app, third, { job_type: 'upscale', params: { image_url: url } })).status).toBe(200)
  await app.app.dispatcher.stop(0)
})
