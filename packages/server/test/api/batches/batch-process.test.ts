import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded, unsigned } from '../../support/submit-batches.ts'

let app: TestApp
let photos: Uint8Array<ArrayBuffer>[]

beforeAll(async () => {
  app = await startApp()
  const seeds = [1, 2, 3]
  photos = await Promise.all(
    seeds.map(async (seed) => new Uint8Array(await dishPhoto({ width: 64, height: 48, seed }))),
  )
})
afterAll(() => app.close())

/** A customer who has uploaded three good pictures and a broken one. */
async function withPhotos(credits: number) {
  const customer = await app.customer({ credits })
  const { client } = customer
  const good: string[] = []
  for (const photo of photos) good.push((await client.uploads.create(photo)).url)
  const broken = (await client.uploads.create(photos[0]!.slice(0, photos[0]!.length - 300))).url
  return { ...customer, good, broken }
}

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('of a hundred pictures, the bad ones are reported in their items, and only they are not charged', async () => {
  const { client, good, broken, credits, entries, events, runs } = await withPhotos(150)
  const image_urls = Array.from({ length: 100 }, (_, index) => (index % 10 === 3 ? broken : good[index % 3]!))
  const accepted = await client.images.batchProcess({
    image_urls,
    operation: 'enhance',
    params: { preset: 'social-media' },
  })
  expect(accepted).toEqual({ job_id: expect.stringMatching(/^run_/), status: 'pending', job_type: 'batch_process' })

  const done = await jobEnded(client, accepted.job_id)
  expect(done.status).toBe('SUCCESS')
  const items = itemsOf(done)
  expect(items.map(({ index }) => index)).toEqual(image_urls.map((_, index) => index))
  expect(items.filter(({ status }) => status === 'failed').map(({ index }) => index)).toEqual([
    3, 13, 23, 33, 43, 53, 63, 73, 83, 93,
  ])
  for (const { status, result, error } of items) {
    if (status === 'failed') expect([result, error?.code]).toEqual([undefined, 'image_unreadable'])
  }
  // The call for one picture gives the same reply for the same picture, except for its own ids.
  const alone = await client.images.enhance({ image_url: good[0]!, preset: 'social-media' })
  expect(Object.keys(items[0]!.result!).sort()).toEqual(Object.keys(alone).sort())
  expect(items[0]!.result).toMatchObject({ status: 'completed', credits_used: 1, width: 64, height: 48 })
  expect((await fetch(String(items[0]!.result!.enhanced_url))).status).toBe(200)

  expect(await credits()).toBe(150 - 90 - 1)
  const kinds = (await entries()).map(({ kind }) => kind)
  expect(['hold', 'charge', 'release'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([101, 91, 10])
  const reported = (await events()).map(({ type }) => type.replace('photo.enhancement.', ''))
  const count = (type: string) => reported.filter((one) => one === type).length
  expect([count('completed'), count('failed')]).toEqual([91, 10])
  expect((await runs()).filter(({ parent_id }) => parent_id === accepted.job_id)).toHaveLength(100)
})

test('items are in the lists of the account like any other picture; the batch itself is in the list of jobs', async () => {
  const { client, good, broken } = await withPhotos(10)
  const { job_id } = await client.images.batchProcess({ image_urls: [good[0]!, broken, good[1]!] })
  const items = itemsOf(await jobEnded(client, job_id))
  const made = [items[0]!, items[2]!].map(({ result }) => String(result?.id)).sort()

  expect((await client.me.images()).items.map(({ photo_id }) => photo_id).sort()).toEqual(made)
  expect(
    (await client.photos.list()).items
      .filter(({ status }) => status === 'completed')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(made)
  const generations = (await client.account.generations()).items
  expect(generations.map(({ operation, credits_used }) => [operation, credits_used]).sort()).toEqual([
    ['enhance', 0],
    ['enhance', 1],
    ['enhance', 1],
  ])
  const jobs = (await client.me.jobs()).items
  expect(jobs).toHaveLength(4)
  const batch = jobs.find(({ run_id }) => run_id === job_id)
  expect(batch).toMatchObject({ job_type: 'batch_process', status: 'completed' })
  expect(batch).not.toHaveProperty('result')
  await expect(client.photos.get(job_id)).rejects.toMatchObject({ status: 404 })
  await expect(client.photos.delete(job_id)).rejects.toMatchObject({ status: 404 })

  // An item is a job of its own, and its result is the one that the batch shows for it.
  const own = await client.jobs.status(made[0]!)
  expect(own.status).toBe('SUCCESS')
  const reported = items.find(({ result }) => result?.id === made[0])!.result
  expect(unsigned(own.result)).toEqual(unsigned(reported))

  // A deleted item is reported as deleted, and nothing else of the batch changes.
  await client.photos.delete(made[0]!)
  const later = await client.jobs.status(job_id)
  expect(later.status).toBe('SUCCESS')
  const gone = itemsOf(later).filter(({ error }) => error?.code === 'not_found')
  expect(gone).toHaveLength(1)
})

test('a batch fails only when every item does; then nothing is charged, and each item has its reason', async () => {
  const { client, broken, good, credits } = await withPhotos(5)
  const { job_id } = await client.images.batchProcess({ image_urls: [broken, broken] })
  const failed = await jobEnded(client, job_id)
  expect(failed).toMatchObject({ status: 'FAILURE', error_code: 'image_unreadable' })
  expect(failed.error).toMatch(/^None of the 2 pictures could be made\. The first one: /)
  expect(failed).not.toHaveProperty('result')
  expect(itemsOf(failed).map(({ status, error }) => [status, error?.code])).toEqual([
    ['failed', 'image_unreadable'],
    ['failed', 'image_unreadable'],
  ])
  expect(await credits()).toBe(5)
  const one = await client.images.batchProcess({ image_urls: [broken, good[0]!] })
  expect((await jobEnded(client, one.job_id)).status).toBe('SUCCESS')
  expect(await credits()).toBe(4)
})

test('a batch that costs more than the balance holds nothing; the last credit is enough', async () => {
  const { client, good, credits, runs, entries } = await withPhotos(5)
  const upscale = (count: number, options = {}) =>
    client.images.batchProcess(
      { image_urls: Array.from({ length: count }, () => good[0]!), operation: 'upscale', params: { scale: 4 } },
      options,
    )
  await expect(upscale(3)).rejects.toMatchObject({ status: 402, requiredCredits: 6, availableCredits: 5 })
  await expect(upscale(2, { maxCredits: 3 })).rejects.toMatchObject({ code: 'over_budget', requiredCredits: 4 })
  expect([await runs(), (await entries()).length]).toEqual([[], 1])
  const { job_id } = await upscale(2, { maxCredits: 4 })
  const items = itemsOf(await jobEnded(client, job_id))
  expect(items.map(({ result }) => result?.upscaled_size)).toEqual([
    { width: 256, height: 192 },
    { width: 256, height: 192 },
  ])
  expect(await credits()).toBe(1)
  const last = await client.images.batchProcess({ image_urls: [good[0]!] })
  expect((await jobEnded(client, last.job_id)).status).toBe('SUCCESS')
  expect(await credits()).toBe(0)
})

test.each([
  ['/api/batch-process', { operation: 'upscale', params: { scale: 4 } }, 6],
  ['/api/batch-process', {}, 3],
  ['/api/process', { steps: ['upscale'], scale: 4 }, 6],
])('the estimate of %s with %j equals the hold', async (path, body, price) => {
  const { client, good, headers, credits } = await withPhotos(20)
  const request = { image_urls: good, ...body }
  const { credits: estimated } = await client.service.estimate({ path, body: request })
  const reply = await post(path, request, headers)
  const { job_id } = (await reply.json()) as { job_id: string }
  expect([reply.status, estimated, price]).toEqual([200, price, 20 - (await credits())])
  await jobEnded(client, job_id)
  expect(await credits()).toBe(20 - price)
})

test('params are validated like those of the endpoint for one picture, with locations under params, in the estimate too', async () => {
  const { client, good, headers, runs } = await withPhotos(5)
  const wrong = { image_urls: good, operation: 'upscale', params: { scale: 3, format: 'bmp' } }
  const reply = await post('/api/batch-process', wrong, headers)
  const { detail } = (await reply.json()) as { detail: { loc: unknown[] }[] }
  expect([reply.status, detail.map(({ loc }) => loc)]).toEqual([
    422,
    [
      ['body', 'params', 'scale'],
      ['body', 'params', 'format'],
    ],
  ])
  await expect(client.service.estimate({ path: '/api/batch-process', body: wrong })).rejects.toMatchObject({
    detail: [{ loc: ['body', 'body', 'params', 'scale'] }, { loc: ['body', 'body', 'params', 'format'] }],
  })
  const places = async (body: object) => {
    const refused = await post('/api/batch-process', body, headers)
    const { detail } = (await refused.json()) as { detail: { loc: unknown[] }[] }
    return [refused.status, ...detail.map(({ loc }) => loc.join('.'))]
  }
  expect(await places({ image_urls: [], operation: 'fry', params: 'many' })).toEqual(
    expect.arrayContaining([422, 'body.image_urls', 'body.operation', 'body.params']),
  )
  // An operation that no batch supports is refused as such, not for missing fields of its body.
  expect(await places({ image_urls: good, operation: 'batch-process' })).toEqual([422, 'body.operation'])
  expect(await places({ image_urls: Array(101).fill(good[0]) })).toEqual([422, 'body.image_urls'])
  expect(await places({ image_urls: good, params: { preset: 'neon', options: { upscale: 'yes' } } })).toEqual([
    422,
    'body.params.preset',
    'body.params.options.upscale',
  ])
  expect(await runs()).toEqual([])
})

test('unknown parameters are reported as ignored, including the address of a picture', async () => {
  const { client, good, headers, runs } = await withPhotos(5)
  const body = { image_urls: [good[0]], operation: 'upscale', params: { scael: 4, image_url: good[1] }, speed: 9 }
  const reply = await post('/api/batch-process', body, headers)
  expect(reply.headers.get('x-ignored-fields')).toBe('speed, params.image_url, params.scael')
  const { ignored_fields } = await client.service.estimate({ path: '/api/batch-process', body })
  expect(ignored_fields).toEqual(['speed', 'params.image_url', 'params.scael'])
  const { job_id } = (await reply.json()) as { job_id: string }
  const [item] = (await runs()).filter(({ parent_id }) => parent_id === job_id)
  expect(JSON.parse(item!.params)).toEqual({ image_url: good[0], scale: 2 })
  await jobEnded(client, job_id)
})

test('an invalid address refuses the batch with its location and holds nothing', async () => {
  const { client, good, credits, runs } = await withPhotos(5)
  await expect(client.images.batchProcess({ image_urls: [good[0]!, 'no address'] })).rejects.toMatchObject({
    status: 400,
    code: 'image_url_invalid',
    message: expect.stringContaining('image_urls[1]'),
  })
  expect([await runs(), await credits()]).toEqual([[], 5])
})

test('an address that is refused and one that cannot be reached fail their own items only, and are not charged', async () => {
  const { client, good, credits } = await withPhotos(5)
  const image_urls = ['http://169.254.169.254/latest', good[0]!, 'http://nowhere.invalid/a.jpg']
  const { job_id } = await client.images.batchProcess({ image_urls })
  const { result } = await jobEnded(client, job_id)
  const items = (result as { items: { status: string; error?: { code: string } }[] }).items
  expect(items.map(({ status, error }) => error?.code ?? status)).toEqual([
    'image_url_blocked',
    'completed',
    'image_unreachable',
  ])
  expect(await credits()).toBe(4)
})

test('the same Idempotency-Key gives the same job, even if the reply was lost before it was stored', async () => {
  const { client, good, credits, runs, headers } = await withPhotos(10)
  const body = { image_urls: good, operation: 'upscale' }
  const keyed = { ...headers, 'idempotency-key': 'menu' }
  const first = await post('/api/batch-process', body, keyed)
  const again = await post('/api/batch-process', body, keyed)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const text = await first.text()
  expect(await again.text()).toBe(text)

  await app.core.database.db.deleteFrom('idempotency_keys').where('key', '=', 'menu').execute()
  expect(await (await post('/api/batch-process', body, keyed)).text()).toBe(text)
  expect((await post('/api/batch-process', { ...body, params: { scale: 4 } }, keyed)).status).toBe(422)
  expect((await runs()).length).toBe(4)
  expect(await credits()).toBe(7)
  await jobEnded(client, (JSON.parse(text) as { job_id: string }).job_id)
})

test('a job of another account is not found', async () => {
  const { client, good } = await withPhotos(5)
  const { job_id } = await client.images.batchProcess({ image_urls: [good[0]!] })
  const { client: stranger } = await app.customer()
  for (const id of [job_id, 'run_nothing']) {
    await expect(stranger.jobs.status(id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(stranger.jobs.delete(id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  }
  expect((await jobEnded(client, job_id)).status).toBe('SUCCESS')
  await expect(client.jobs.delete(job_id)).rejects.toMatchObject({ status: 409, code: 'job_finished' })
})

test('a call for one picture is also a job with the same reply', async () => {
  const { client, good, broken } = await withPhotos(5)
  const reply = await client.images.upscale({ image_url: good[0]! })
  const status = await client.jobs.status(reply.id)
  expect(unsigned(status)).toEqual(unsigned({ job_id: reply.id, status: 'SUCCESS', result: reply }))
  const refused = await client.images.upscale({ image_url: broken }).catch((error) => error)
  const [failed] = (await client.me.jobs({ status: 'failed' })).items
  expect(await client.jobs.status(failed!.run_id)).toEqual({
    job_id: failed!.run_id,
    status: 'FAILURE',
    error: refused.message,
    error_code: refused.code,
  })
})
