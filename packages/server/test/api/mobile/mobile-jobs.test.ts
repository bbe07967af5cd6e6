import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { formOf } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { jobEnded, unsigned } from '../../support/submit-batches.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

async function jobOf(server: TestApp, { headers }: Pick<Customer, 'headers'>, id: unknown) {
  const answer = await fetch(`${server.url}/api/mobile/jobs/${id}`, { headers })
  return { status: answer.status, body: await answer.json() }
}

/** The serial of the run with a text id. */
const numberOf = async ({ client }: Customer, runId: string) =>
  (await client.me.jobs({ limit: 100 })).items.find(({ run_id }) => run_id === runId)?.id

async function submitted(server: TestApp, { headers }: Customer, image = photo): Promise<{ job_id: number }> {
  const body = formOf({ image })
  const answer = await fetch(`${server.url}/api/mobile/jobs/enhance`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('a job waits, works and completes, and every list of jobs shows the same result', async () => {
  const gate = gatedEngine()
  const other = await startApp({ engine: gate.engine })
  const customer = await other.customer()
  const accepted = await submitted(other, customer)
  expect(accepted).toMatchObject({ job_id: expect.any(Number), status: 'processing' })
  expect(accepted).not.toHaveProperty('result')
  await expect.poll(gate.started).toBe(1)
  const working = await jobOf(other, customer, accepted.job_id)
  expect(working).toEqual({
    status: 200,
    body: {
      job_id: accepted.job_id,
      status: 'processing',
      progress: { current: 0, total: 1, percent: 0, status: expect.any(String) },
    },
  })
  gate.open()
  await expect.poll(async () => (await jobOf(other, customer, accepted.job_id)).body.status).toBe('completed')
  const { body } = await jobOf(other, customer, accepted.job_id)
  expect(Object.keys(body)).toEqual(['job_id', 'status', 'result'])
  const [row] = (await customer.client.me.jobs()).items
  expect(row).toMatchObject({ id: accepted.job_id, job_type: 'enhance', status: 'completed' })
  expect(unsigned(row?.result)).toEqual(unsigned(body.result))
  const queue = await fetch(`${other.url}/api/jobs/${row!.run_id}/status`, { headers: customer.headers })
  expect(unsigned((await queue.json()).result)).toEqual(unsigned(body.result))
  await other.close()
})

test('a job that has not started says that it waits', async () => {
  const other = await startApp()
  await other.app.dispatcher.stop(0)
  const customer = await other.customer()
  const { job_id } = await submitted(other, customer)
  expect((await jobOf(other, customer, job_id)).body).toEqual({
    job_id,
    status: 'processing',
    progress: { current: 0, total: 1, percent: 0, status: 'Waiting' },
  })
  await other.close()
})

describe('all work of an account is a job under its number', () => {
  test('a call of the /api family, and one of /v1, each with its own reply', async () => {
    const customer = await app.customer()
    const { client } = customer
    const { url } = await client.uploads.create(photo)
    const upscaled = await client.images.upscale({ image_url: url })
    const v1 = await client.photos.enhance({ image: url, formats: ['square'], upscale: false })
    for (const reply of [upscaled, v1]) {
      const { body } = await jobOf(app, customer, await numberOf(customer, reply.id))
      expect(body).toMatchObject({ status: 'completed' })
      expect(unsigned(body.result)).toEqual(unsigned(reply))
    }
  })

  test('a batch with its items, and each item by itself', async () => {
    const customer = await app.customer()
    const { client } = customer
    const { url } = await client.uploads.create(photo)
    const image_urls = [url, `${app.url}/files/nothing.jpg`]
    const { job_id } = await client.images.batchProcess({ image_urls, operation: 'enhance' })
    const { result } = await jobEnded(client, job_id)
    const { body } = await jobOf(app, customer, await numberOf(customer, job_id))
    expect(body).toMatchObject({ status: 'completed' })
    expect(unsigned(body.result)).toEqual(unsigned(result))
    const items = (await client.me.jobs()).items.filter(({ run_id }) => run_id !== job_id)
    const reported = await Promise.all(items.map(async ({ id }) => (await jobOf(app, customer, id)).body.status))
    expect(reported.sort()).toEqual(['completed', 'failed'])
  })

  test('a failed one with the reason that its caller got', async () => {
    const customer = await app.customer({ credits: 1 })
    const { job_id } = await submitted(app, customer, photo.slice(0, photo.length - 500))
    await expect.poll(async () => (await jobOf(app, customer, job_id)).body.status).toBe('failed')
    expect((await jobOf(app, customer, job_id)).body).toEqual({
      job_id,
      status: 'failed',
      error: { code: 'image_unreadable', message: expect.any(String) },
    })
    expect(await customer.credits()).toBe(1)
  })

  test('a cancelled one as failed, with the code revoked and its credit released', async () => {
    const other = await startApp()
    await other.app.dispatcher.stop(0)
    const customer = await other.customer({ credits: 1 })
    const { job_id } = await submitted(other, customer)
    expect(await customer.credits()).toBe(0)
    const [row] = (await customer.client.me.jobs()).items
    await customer.client.jobs.delete(row!.run_id)
    expect((await jobOf(other, customer, job_id)).body).toEqual({
      job_id,
      status: 'failed',
      error: { code: 'revoked', message: expect.any(String) },
    })
    expect(await customer.credits()).toBe(1)
    await other.close()
  })
})

describe('there is no job', () => {
  test('of another account, deleted, or with an unknown number: 404 in every case', async () => {
    const [mine, theirs] = [await app.customer(), await app.customer()]
    const { url } = await mine.client.uploads.create(photo)
    const kept = await mine.client.images.enhance({ image_url: url })
    const gone = await mine.client.images.enhance({ image_url: url })
    const numbers = [await numberOf(mine, kept.id), await numberOf(mine, gone.id)]
    await mine.client.photos.delete(gone.id)
    const answers = await Promise.all([
      jobOf(app, theirs, numbers[0]),
      jobOf(app, mine, numbers[1]),
      jobOf(app, mine, Number.MAX_SAFE_INTEGER),
    ])
    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, answers[0]!.body.error])
    expect((await jobOf(app, mine, numbers[0])).status).toBe(200)
  })

  test.each(['0', '-1', '1.5', 'run_1', '9007199254740992', '1e3000', '%00', '٣'])('under %j: 422', async (id) => {
    const { status, body } = await jobOf(app, await app.customer(), id)
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['path', 'job_id']])
  })

  test('without a credential', async () => {
    expect((await jobOf(app, { headers: {} as never }, 1)).status).toBe(401)
  })
})
