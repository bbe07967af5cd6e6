import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { enhance } from '../../../src/operations/enhance/enhance-operation.ts'
import { upscale } from '../../../src/operations/upscale/upscale-operation.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { sendForm } from '../../support/multipart-forms.ts'
import { holdTimers } from '../../support/network/hold-timers.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { type Held, stepwiseEngine } from '../../support/stepwise-engine.ts'
import { jobEnded } from '../../support/submit-batches.ts'
import { isOnPostgres } from '../../support/test-database.ts'

/** Two processes on one database, which on SQLite are one. Work that started stands in `held`, whichever of them has it. */
let app: TestApp
let other: TestApp
let held: Held[]
beforeEach(async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-late-'))
  const { engine, held: started } = stepwiseEngine()
  held = started
  app = await startApp({ dataFolder, engine })
  other = isOnPostgres ? await startApp({ dataFolder, engine }) : app
  onTestFinished(async () => {
    for (const one of new Set([other, app])) await one.close()
    await rm(dataFolder, { recursive: true, force: true })
  })
})

const photo = (side: number) => dishPhoto({ width: side, height: 48 }).then((bytes) => new Uint8Array(bytes))
const uploaded = async ({ client }: Customer) => (await client.uploads.create(await photo(64))).url

interface Reply {
  readonly status: number
  readonly body: { readonly result_url: string; readonly error: { readonly code: string; readonly job_id: string } }
}

/** A call by plain HTTP, because the client would wait for the job. */
async function call(
  { url }: TestApp,
  { headers }: Customer,
  body: { image_url: string; scale?: number },
  { key, signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<Reply> {
  const response = await fetch(`${url}/api/upscale`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

const left = (customer: Customer) =>
  expect.poll(async () => (await customer.runs()).map(({ left_at }) => typeof left_at)).toEqual(['string'])

test('a call that waited for its whole deadline gets 504 with the id of the job that goes on', async () => {
  const customer = await app.customer({ credits: 10 })
  const image_url = await uploaded(customer)
  const deadline = holdTimers(upscale.deadlineSeconds * 1000)
  const asked = call(app, customer, { image_url })
  await expect.poll(() => held.length).toBe(1)
  deadline.pass()
  const { status, body } = await asked
  expect(status).toBe(504)
  expect(body.error).toMatchObject({ code: 'deadline_exceeded', deadline_seconds: 300, retryable: false })
  held[0]?.go()
  expect(await jobEnded(customer.client, body.error.job_id)).toMatchObject({
    status: 'SUCCESS',
    result: { upscaled_size: { width: 128 } },
  })
  expect(await customer.credits()).toBe(9)
})

test('the same request after its deadline joins the work in any process, with any key or none, and is charged once', async () => {
  const customer = await app.customer({ credits: 1 })
  const image_url = await uploaded(customer)
  const deadline = holdTimers(upscale.deadlineSeconds * 1000)
  const asked = call(app, customer, { image_url })
  await expect.poll(() => held.length).toBe(1)
  deadline.pass()
  expect((await asked).status).toBe(504)

  const again = [
    call(app, customer, { image_url }),
    call(other, customer, { image_url }),
    call(other, customer, { image_url }, { key: 'one' }),
    call(app, customer, { image_url }, { key: 'two' }),
  ]
  await expect.poll(() => deadline.armed()).toBe(4)
  // Another request, and that of another account, are not the same.
  expect((await call(other, customer, { image_url, scale: 4 })).status).toBe(402)
  const stranger = await app.customer({ credits: 0 })
  expect((await call(other, stranger, { image_url: await uploaded(stranger) })).status).toBe(402)
  held[0]?.go()
  const replies = await Promise.all(again)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  // Each process gives addresses of its own.
  expect(new Set(replies.map(({ body }) => new URL(body.result_url).pathname)).size).toBe(1)
  expect(await customer.runs()).toHaveLength(1)
  expect((await customer.entries()).map(({ kind }) => kind)).toEqual(['grant', 'hold', 'charge'])
  expect((await call(other, customer, { image_url }, { key: 'one' })).body).toEqual(replies[2]?.body)
  // After its end, it is a new request.
  expect((await call(app, customer, { image_url })).status).toBe(402)
})

test('a key under which late work was joined still finds it after its end', async () => {
  const customer = await app.customer({ credits: 10 })
  const image_url = await uploaded(customer)
  const deadline = holdTimers(upscale.deadlineSeconds * 1000)
  for (const key of [undefined, 'late']) {
    const asked = call(app, customer, { image_url }, key === undefined ? {} : { key })
    await expect.poll(() => held.length).toBe(1)
    await expect.poll(() => deadline.armed()).toBe(1)
    deadline.pass()
    expect((await asked).status).toBe(504)
  }
  held[0]?.go()
  await expect.poll(async () => (await customer.runs())[0]?.state).toBe('succeeded')
  expect((await call(other, customer, { image_url }, { key: 'late' })).status).toBe(200)
  expect(await customer.runs()).toHaveLength(1)
  expect(await customer.credits()).toBe(9)
})

test('a form that is sent again after its deadline joins its work, though the balance is spent', async () => {
  const customer = await app.customer({ credits: 1 })
  const image = await photo(72)
  const deadline = holdTimers(enhance.deadlineSeconds * 1000)
  const asked = sendForm(app, customer, '/api/mobile/enhance', { image })
  await expect.poll(() => held.length).toBe(1)
  deadline.pass()
  expect((await asked).status).toBe(504)
  const again = sendForm(other, customer, '/api/mobile/enhance', { image })
  expect((await sendForm(other, customer, '/api/mobile/enhance', { image: await photo(80) })).status).toBe(402)
  await expect.poll(() => deadline.armed()).toBe(1)
  held[0]?.go()
  expect((await again).status).toBe(200)
  expect(await customer.runs()).toHaveLength(1)
})

test('the same request after a caller hung up joins the work that had started', async () => {
  const customer = await app.customer({ credits: 1 })
  const image_url = await uploaded(customer)
  const hangUp = new AbortController()
  const asked = call(app, customer, { image_url }, { signal: hangUp.signal })
  await expect.poll(() => held.length).toBe(1)
  hangUp.abort()
  await expect(asked).rejects.toThrow()
  await left(customer)
  const deadline = holdTimers(upscale.deadlineSeconds * 1000)
  const again = call(other, customer, { image_url })
  await expect.poll(() => deadline.armed()).toBe(1)
  held[0]?.go()
  expect((await again).status).toBe(200)
  expect(await customer.runs()).toHaveLength(1)
})

test('callers who do not know of each other are not joined: each of two equal requests at once does its own work', async () => {
  const customer = await app.customer({ credits: 2 })
  const image_url = await uploaded(customer)
  const asked = [call(app, customer, { image_url }), call(other, customer, { image_url })]
  await expect.poll(() => held.length).toBe(2)
  for (const { go } of held) go()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
  expect(await customer.credits()).toBe(0)
})
