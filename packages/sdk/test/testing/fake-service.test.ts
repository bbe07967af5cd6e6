import { readFile } from 'node:fs/promises'
import { createFakeService, type OperationName } from '@platelight/sdk/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import {
  InsufficientCreditsError,
  JobTimeoutError,
  OverBudgetError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../../src/index.ts'
import { FAKE_OPERATIONS } from '../../src/testing/generated/fake-operations.ts'
import { fileWith, folder, jpeg } from '../support/picture-bytes.ts'

const document = JSON.parse(await readFile(new URL('../../../../openapi/dist/openapi.json', import.meta.url), 'utf8'))

test('the reply of every operation fits the document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const withReply = FAKE_OPERATIONS.filter(({ reply }) => reply !== undefined)
  expect(withReply.length).toBeGreaterThan(100)
  const problems = withReply.flatMap(({ name, method, path, reply }) => {
    const at = `${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`
    const place = `document#/paths/${at}/${method.toLowerCase()}/responses/200/content/application~1json/schema`
    const validate = ajv.getSchema(place)
    return validate?.(reply) ? [] : [`${name}: ${ajv.errorsText(validate?.errors)}`]
  })
  expect(problems).toEqual([])
})

describe('a program that is tried on the fake', () => {
  test('enhances a photo from a disk, saves it, and is seen to have done so', async () => {
    const fake = createFakeService({ credits: 10 })
    const client = fake.client()
    const photo = await client.photos.enhance({ image: { path: await fileWith('a.jpg', jpeg()) }, formats: ['square'] })
    const saved = await photo.download('square', `${await folder()}/square.png`)
    expect(saved.sizeBytes).toBeGreaterThan(0)
    expect(fake.requests.map(({ operation }) => operation)).toEqual([
      'uploads.create',
      'photos.enhance',
      'files.result',
    ])
    const [upload, enhance] = fake.requests
    expect(upload?.body).toMatchObject({ image: { name: 'a.jpg', type: 'image/jpeg', bytes: new Uint8Array(jpeg()) } })
    expect(enhance?.body).toMatchObject({ formats: ['square'] })
    expect(enhance?.headers).toHaveProperty('idempotency-key')
    expect((await client.photos.credits()).credits).toBe(9)
  })

  test('repeats what fails, without waiting, and gives up as it would', async () => {
    const fake = createFakeService()
    fake.failNext('images.upscale', { status: 503 })
    fake.failNext('images.upscale', { status: 429, headers: { 'retry-after': '40' } })
    const before = fake.clock.now()
    await fake.client().images.upscale({ image_url: 'https://example.com/a.jpg' })
    expect(fake.requests).toHaveLength(3)
    expect(fake.clock.now() - before).toBeGreaterThanOrEqual(41_000)
    fake.failNext('images.upscale', { network: 'lost', times: 3 })
    const lost = fake.client().images.upscale({ image_url: 'https://example.com/a.jpg' })
    await expect(lost).rejects.toMatchObject({ code: 'connection_failed', attempts: 3 })
    fake.failNext('images.upscale', { status: 429, headers: { 'retry-after': '900' } })
    const refused = fake.client().images.upscale({ image_url: 'https://example.com/a.jpg' })
    await expect(refused).rejects.toBeInstanceOf(RateLimitError)
  })

  test('times out on a service that never answers', async () => {
    const fake = createFakeService()
    fake.failNext('account.credits', { network: 'silent' })
    await expect(fake.client({ maxRetries: 0 }).account.credits()).rejects.toBeInstanceOf(TimeoutError)
  })

  test('runs out of credits, and is charged once for one Idempotency-Key', async () => {
    const fake = createFakeService({ credits: 1 })
    const client = fake.client()
    const image = 'https://example.com/a.jpg'
    const options = { idempotencyKey: 'menu-17' }
    const first = await client.photos.enhance({ image }, options)
    const again = await client.photos.enhance({ image }, options).withResponse()
    expect(again.data.id).toBe(first.id)
    expect(again.meta.replayed).toBe(true)
    await expect(client.photos.enhance({ image })).rejects.toMatchObject({ requiredCredits: 1, availableCredits: 0 })
    await expect(client.images.upscale({ image })).rejects.toBeInstanceOf(InsufficientCreditsError)
    const dear = client.images.upscale({ image }, { maxCredits: 0 })
    await expect(dear).rejects.toBeInstanceOf(OverBudgetError)
  })

  test('waits for jobs of both kinds, follows one by its events, and times out by a clock that is moved', async () => {
    const fake = createFakeService()
    const client = fake.client()
    const image_url = 'https://example.com/a.jpg'
    const job = await client.jobs.submit('upscale', { image_url })
    const states: string[] = []
    for await (const { state } of job) states.push(state)
    expect(states).toEqual(['pending', 'running', 'succeeded'])
    expect(await job.wait()).toHaveProperty('result_url')
    expect(await (await client.mobileJobs.enhance({ image: jpeg() })).wait()).toHaveProperty('enhanced_url')
    expect(await (await client.reels.create({ image: jpeg() })).wait()).toHaveProperty('video_url')
    const batch = await client.images.batchProcess({ image_urls: [image_url, image_url], operation: 'upscale' })
    const result = await client.jobs.get<{ items: unknown[] }>(batch.job_id).wait()
    expect(result.items).toHaveLength(2)
    const events: string[] = []
    const followed = await client.jobs.submit('upscale', { image_url })
    for await (const { state } of client.jobs.events(String(followed.id))) events.push(state)
    expect(events.at(-1)).toBe('succeeded')

    for (let polls = 0; polls < 400; polls++) fake.replyNext('jobs.status', { status: 'PROGRESS' })
    const slow = await client.jobs.submit('upscale', { image_url })
    const waiting = slow.wait({ deadlineMs: 90_000 })
    const ended = expect(waiting).rejects.toBeInstanceOf(JobTimeoutError)
    await fake.clock.advance(90_000)
    await ended
  })

  test('gets what the test put into a reply, once', async () => {
    const fake = createFakeService()
    fake.replyNext('photos.get', { status: 'failed' })
    const client = fake.client()
    expect(await client.photos.get('run_9')).toMatchObject({ id: 'run_9', status: 'failed' })
    expect((await client.photos.get('run_9')).status).not.toBe('failed')
  })

  test('is told what the service would not accept', async () => {
    const fake = createFakeService()
    const client = fake.client()
    const wrong = client.images.upscale({ scale: 3 } as never)
    await expect(wrong).rejects.toBeInstanceOf(ValidationError)
    await expect(wrong).rejects.toMatchObject({ fieldErrors: { image_url: ['is required'] } })
    fake.failNext('account.credits', { status: 500, times: 3 })
    await expect(client.account.credits()).rejects.toBeInstanceOf(ServerError)
    expect(() => fake.failNext('photos.enhanse' as OperationName, {})).toThrow(/photos\.enhance/)
  })
})

test('every operation of the document can be called, and replies', async () => {
  const fake = createFakeService()
  for (const { method, path, isPublic } of FAKE_OPERATIONS) {
    const headers = { authorization: isPublic ? '' : 'Bearer pl_live_fake' }
    const response = await fake.fetch(new Request(`http://fake${path.replace(/\{\w+\}/g, '7')}`, { method, headers }))
    // A body that lacks what it needs is refused as such.
    expect([200, 404, 422], path).toContain(response.status)
  }
})
