import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { submit } from '../../support/queue-jobs.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'
import { jobEnded, unsigned } from '../../support/submit-batches.ts'

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

/** The fields in which two runs of the same work differ. */
const alike = (reply: object) => {
  const {
    id: _,
    created_at: __,
    result_url: ___,
    original_url: ____,
    ...rest
  } = unsigned(reply) as Record<string, never>
  return rest
}

test('a job has exactly the result of the call for the same work, at the same price', async () => {
  const app = await start()
  const customer = await app.customer({ credits: 20 })
  const { client, credits } = customer
  const image_url = await uploaded(customer)
  const called = await client.images.upscale({ image_url, scale: 4 })
  const paid = 20 - (await credits())

  const { status, body } = await submit(app, customer, { job_type: 'upscale', params: { image_url, scale: 4 } })
  expect([status, body]).toEqual([200, { job_id: body.job_id, status: 'pending', job_type: 'upscale' }])
  const done = await jobEnded(client, body.job_id)
  expect(done.status).toBe('SUCCESS')
  expect(alike(done.result as object)).toEqual(alike(called))
  expect(20 - (await credits())).toBe(2 * paid)
})

test('process_image takes one picture through its steps, batch_process many through one, with defaults filled in', async () => {
  const app = await start()
  const customer = await app.customer({ credits: 20 })
  const { client, credits, runs } = customer
  const image_url = await uploaded(customer)
  const one = await submit(app, customer, {
    job_type: 'process_image',
    params: { image_url, steps: ['enhance_colors', 'upscale'] },
  })
  expect((await jobEnded(client, one.body.job_id)).result).toMatchObject({ width: 128, height: 96, credits_used: 2 })
  const many = await submit(app, customer, {
    job_type: 'batch_process',
    params: { image_urls: [image_url, image_url], operation: 'upscale' },
  })
  expect(many.body).toMatchObject({ status: 'pending', job_type: 'batch_process' })
  const { result } = await jobEnded(client, many.body.job_id)
  expect(result).toMatchObject({ items: [{ status: 'completed' }, { status: 'completed' }] })
  expect(await credits()).toBe(16)
  const items = (await runs()).filter(({ parent_id }) => parent_id === many.body.job_id)
  expect(items.map(({ params }) => JSON.parse(params).scale)).toEqual([2, 2])
})

describe('every violation is reported at once with its location, and nothing is held', () => {
  const url = 'https://example.com/a.jpg'
  const cases: [string, unknown, (string | number)[][]][] = [
    ['an unknown type', { job_type: 'bake', params: {} }, [['job_type']]],
    ['nothing', {}, [['job_type'], ['params']]],
    ['params that are a list', { job_type: 'upscale', params: [] }, [['params']]],
    [
      'a scale that is none and no picture',
      { job_type: 'upscale', params: { scale: 3 } },
      [
        ['params', 'image_url'],
        ['params', 'scale'],
      ],
    ],
    [
      'steps that are none',
      { job_type: 'process_image', params: { image_url: url, steps: ['bake'], scale: 8 } },
      [
        ['params', 'scale'],
        ['params', 'steps', 0],
      ],
    ],
    [
      'what a batch does to each picture',
      { job_type: 'batch_process', params: { image_urls: [url], operation: 'upscale', params: { scale: 3 } } },
      [['params', 'params', 'scale']],
    ],
    ['words that are missing', { job_type: 'generate_image', params: {} }, [['params', 'prompt']]],
    ['pictures that are missing', { job_type: 'compose', params: { prompt: 'both' } }, [['params', 'image_urls']]],
  ]
  test.each(cases)('%s', async (_, body, places) => {
    const app = await start()
    const customer = await app.customer({ credits: 5 })
    const refused = await submit(app, customer, body)
    expect(refused.status).toBe(422)
    expect(refused.body.detail?.map(({ loc }) => loc).sort()).toEqual(places.map((place) => ['body', ...place]))
    expect([await customer.credits(), await customer.runs()]).toEqual([5, []])
  })
})

test('fields of another job type are ignored and named, also those of a batch within a job', async () => {
  const app = await start()
  const customer = await app.customer()
  const image_url = await uploaded(customer)
  const params = { image_url, steps: ['relight'], sparkle: 1 }
  const one = await submit(app, customer, { job_type: 'upscale', params })
  expect([one.status, one.headers.get('x-ignored-fields')]).toEqual([200, 'params.sparkle, params.steps'])
  const batch = { image_urls: [image_url], operation: 'upscale', params: { image_url, glow: true } }
  const many = await submit(app, customer, { job_type: 'batch_process', params: batch })
  expect([many.status, many.headers.get('x-ignored-fields')]).toEqual([
    200,
    'params.params.image_url, params.params.glow',
  ])
})

test('params of two megabytes, an invalid address, a price over the budget or the balance: refused like the call for the same work', async () => {
  const app = await start()
  const customer = await app.customer({ credits: 1 })
  const image_url = await uploaded(customer)
  const code = async (body: unknown, more?: Record<string, string>) => {
    const refused = await submit(app, customer, body, more)
    return [refused.status, refused.body.error?.code]
  }
  const dear = { job_type: 'upscale', params: { image_url, scale: 4 } }
  expect(await code({ job_type: 'upscale', params: { image_url, note: 'x'.repeat(2e6) } })).toEqual([
    413,
    'body_too_large',
  ])
  expect(await code({ job_type: 'upscale', params: { image_url: 'nowhere' } })).toEqual([400, 'image_url_invalid'])
  expect(await code({ job_type: 'upscale', params: { image_url: 'http://127.0.0.1/a.jpg' } })).toEqual([
    400,
    'image_url_blocked',
  ])
  expect(await code(dear)).toEqual([402, 'insufficient_credits'])
  expect(await code(dear, { 'x-max-credits': '1' })).toEqual([402, 'over_budget'])
  const weights = [0.5, 0.49]
  expect(
    await code({ job_type: 'compose', params: { image_urls: [image_url, image_url], prompt: 'both', weights } }),
  ).toEqual([400, 'weights_not_one'])
  expect([await customer.credits(), await customer.runs()]).toEqual([1, []])
})

test('the estimate of a job equals its hold', async () => {
  const app = await start()
  const customer = await app.customer({ credits: 50 })
  const image_url = await uploaded(customer)
  const bodies = [
    { job_type: 'upscale', params: { image_url, scale: 4 } },
    { job_type: 'process_image', params: { image_url, steps: ['upscale', 'relight'], scale: 4 } },
    { job_type: 'compose', params: { image_urls: [image_url, image_url], prompt: 'on oak' } },
    { job_type: 'batch_process', params: { image_urls: [image_url, image_url], operation: 'hero-shot' } },
  ]
  for (const body of bodies) {
    const before = await customer.credits()
    const { credits } = await customer.client.service.estimate({ method: 'POST', path: '/api/jobs/submit', body })
    await submit(app, customer, body)
    expect(before - (await customer.credits())).toBe(credits)
  }
})

test('a job can be cancelled while it waits or runs, any number of times, but not after its end', async () => {
  const { engine, held } = stepwiseEngine()
  const app = await start({ engine })
  const [customer, stranger] = [await app.customer({ credits: 10 }), await app.customer()]
  const { client, credits } = customer
  const image_url = await uploaded(customer)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    ids.push((await submit(app, customer, { job_type: 'upscale', params: { image_url } })).body.job_id)
  }
  await expect.poll(() => held.length).toBe(3)
  const [running, , last, , waiting] = ids
  expect((await client.jobs.status(running!)).status).toBe('PROGRESS')
  expect((await client.jobs.status(waiting!)).status).toBe('PENDING')
  for (const id of [waiting!, running!]) {
    await expect(stranger.client.jobs.delete(id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(stranger.client.jobs.status(id)).rejects.toMatchObject({ status: 404 })
    const answer = await client.jobs.delete(id)
    expect(answer).toMatchObject({ job_id: id, status: 'revoked' })
    expect(await client.jobs.delete(id)).toEqual(answer)
    expect(await client.jobs.status(id)).toMatchObject({ status: 'FAILURE', error_code: 'revoked' })
  }
  // Runs that start together may reach the engine in any order.
  expect(held.filter(({ options }) => options.signal.aborted)).toHaveLength(1)
  expect(await credits()).toBe(7)
  const letThrough = setInterval(() => held.forEach(({ go }) => void go()), 20)
  expect((await jobEnded(client, last!)).status).toBe('SUCCESS')
  await expect(client.jobs.delete(last!)).rejects.toMatchObject({ status: 409, code: 'job_finished' })
  await expect.poll(() => app.app.dispatcher.busy()).toBe(0)
  clearInterval(letThrough)
  expect(await credits()).toBe(7)
})

test('a submit whose reply was lost in a crash gets the same job, which is charged once', async () => {
  const first = await start()
  const customer = await first.customer({ credits: 5 })
  const image_url = await uploaded(customer)
  const body = { job_type: 'upscale', params: { image_url } }
  const key = { 'idempotency-key': 'submit once' }
  const sent = await submit(first, customer, body, key)
  const replayed = await submit(first, customer, body, key)
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(replayed.body).toEqual(sent.body)

  // The state that a process leaves if it dies after the run was written and before the reply was.
  await first.core.database.db
    .updateTable('idempotency_keys')
    .set({ state: 'running', body: null, owner: 'a process that died' })
    .execute()
  const second = await start({ dataFolder: first.dataFolder })
  const again = await submit(second, customer, body, key)
  expect([again.status, again.body]).toEqual([200, sent.body])
  const other = await submit(second, customer, { ...body, params: { image_url, scale: 4 } }, key)
  expect(other.status).toBe(422)
  expect(await customer.runs()).toHaveLength(1)
  await jobEnded(customer.client, sent.body.job_id)
  expect(await customer.credits()).toBe(4)
})
