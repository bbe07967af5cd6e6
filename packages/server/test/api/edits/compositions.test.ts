import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { complaints, sendForm, traces } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

// Pictures of a megapixel are drawn here, which takes long while other tests run.

let app: TestApp
const PHOTOS = await Promise.all([1, 2, 3, 4, 5].map((seed) => dishPhoto({ width: 240, height: 180, seed })))

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const upload = async ({ client }: Customer, bytes: Uint8Array) =>
  (await client.uploads.create(new Uint8Array(bytes))).url
const uploadAll = (customer: Customer, count: number) =>
  Promise.all(PHOTOS.slice(0, count).map((photo) => upload(customer, photo)))

test('several pictures become one, of the requested aspect, with the steps of the prompt, for one credit', async () => {
  const customer = await app.customer({ credits: 5 })
  const image_urls = await uploadAll(customer, 2)
  const prompt = 'Both on one wooden table, light from the left'
  const made = await customer.client.images.compose({ image_urls, prompt, weights: [0.6, 0.4], aspect_ratio: '16:9' })
  expect(made).toMatchObject({ status: 'completed', credits_used: 1, engine: 'classical', faithfulness: 'retouch' })
  expect(made.steps).toEqual([
    { step: 'Surface: oak', status: 'done' },
    { step: 'Light from the left', status: 'done' },
  ])
  const [image] = made.images
  expect(made.images).toHaveLength(1)
  const file = sharp(Buffer.from(await (await fetch(image!.url)).arrayBuffer()))
  const { format, width, height } = await file.metadata()
  expect([format, width, height]).toEqual(['jpeg', image!.width, image!.height])
  expect(width! / height!).toBeCloseTo(16 / 9, 2)
  expect(await customer.credits()).toBe(4)
})

test('pictures may be called by the names that come with them', async () => {
  const customer = await app.customer({ credits: 5 })
  const image_urls = await uploadAll(customer, 2)
  const body = { image_urls, names: ['fries.jpg', 'my-burger.jpg'], prompt: 'the burger in front' }
  const { steps } = await customer.client.images.compose(body)
  expect(steps).toEqual([{ step: 'Picture 2 in front', status: 'done' }])
})

test('words that are not understood are named in a warning of the result, and cost nothing', async () => {
  const customer = await app.customer({ credits: 5 })
  const image_urls = await uploadAll(customer, 2)
  const made = await customer.client.images.compose({ image_urls, prompt: 'sharing table on slate, at sunset' })
  expect(made).toMatchObject({ credits_used: 1, faithfulness: 'retouch' })
  expect(made.steps).toEqual([{ step: 'Surface: slate', status: 'done' }])
  expect(made.warnings).toContainEqual({ code: 'words_not_understood', message: expect.stringContaining('sunset') })
})

test('every four pictures and every output cost a credit, and the outputs differ', async () => {
  const customer = await app.customer({ credits: 10 })
  const body = { image_urls: await uploadAll(customer, 5), prompt: 'all of them together', num_outputs: 2 }
  expect(await customer.client.service.estimate({ path: '/api/compose', body })).toMatchObject({ credits: 4 })
  const { images, credits_used } = await customer.client.images.compose(body)
  expect([images.length, credits_used, await customer.credits()]).toEqual([2, 4, 6])
  const [one, other] = await Promise.all(images.map(async ({ url }) => (await fetch(url)).arrayBuffer()))
  expect(Buffer.from(one!).equals(Buffer.from(other!))).toBe(false)
})

describe('a request that is refused costs nothing', () => {
  test.each([
    ['weights that add up to 0.99', { weights: [0.5, 0.49] }, { status: 400, code: 'weights_not_one' }],
    ['fewer weights than pictures', { weights: [1] }, { status: 400, code: 'bad_request' }],
    ['eleven pictures', { image_urls: Array.from({ length: 11 }, () => 'https://example.com/a.jpg') }, { status: 422 }],
    ['no prompt', { prompt: '' }, { status: 422 }],
    ['a private address', { image_urls: ['http://127.0.0.1/a.jpg'] }, { status: 400, code: 'image_url_blocked' }],
  ])('%s', async (_, more, refusal) => {
    const customer = await app.customer({ credits: 3 })
    const body = { image_urls: await uploadAll(customer, 2), prompt: 'on oak', ...more }
    await expect(customer.client.images.compose(body)).rejects.toMatchObject(refusal)
    expect([await customer.credits(), await customer.runs()]).toEqual([3, []])
  })

  test('pictures in which no dish is found, all of which the error names', async () => {
    const customer = await app.customer({ credits: 3 })
    const plain = await upload(customer, await plainPng(64, 48))
    const image_urls = [await upload(customer, PHOTOS[0]!), plain, await upload(customer, await plainPng(48, 64))]
    const failure = customer.client.images.compose({ image_urls, prompt: 'on oak' })
    await expect(failure).rejects.toMatchObject({ status: 400, code: 'subject_not_found' })
    await expect(failure).rejects.toThrow(/^image_urls\.1, image_urls\.2: /)
    expect(await customer.credits()).toBe(3)
  })
})

describe('a job of the queue', () => {
  test('has the result of the call', async () => {
    const customer = await app.customer({ credits: 3 })
    const params = { image_urls: await uploadAll(customer, 2), prompt: 'on slate' }
    const job = await customer.client.jobs.submit('compose', params)
    const { images, steps } = await job.wait()
    expect([images.length, steps?.length, await customer.credits()]).toEqual([1, 1, 2])
  })
})

describe('a form with files', () => {
  test('is a job whose pictures the instruction may call by their file names', async () => {
    const customer = await app.customer({ credits: 3 })
    const job = await customer.client.mobileJobs.compose({
      references: [
        new File([new Uint8Array(PHOTOS[0]!)], 'fries.jpg'),
        new File([new Uint8Array(PHOTOS[1]!)], 'burger.jpg'),
      ],
      instruction: 'Both on one wooden table, the burger in front',
      aspect: '1:1',
    })
    const { images, steps } = await job.wait()
    expect(steps).toEqual([
      { step: 'Surface: oak', status: 'done' },
      { step: 'Picture 2 in front', status: 'done' },
    ])
    expect(images[0]!.width).toBe(images[0]!.height)
    expect(await customer.credits()).toBe(2)
  })

  test('is refused as a whole with all its faults, and stores nothing', async () => {
    const customer = await app.customer({ credits: 3 })
    const before = await traces(app, customer)
    const eleven = Array.from({ length: 11 }, () => new Uint8Array(PHOTOS[0]!))
    for (const [fields, expected] of [
      [{ references: eleven, instruction: 'on one table' }, ['body.references maxItems']],
      [
        { references: 'a.jpg', instruction: '', aspect: '2:1' },
        ['body.aspect enum', 'body.instruction minLength', 'body.references file'],
      ],
      [{ instruction: 'on one table' }, ['body.references required']],
    ] as const) {
      const refused = await sendForm(app, customer, '/api/jobs/compose', fields)
      expect([refused.status, complaints(refused.body).sort()]).toEqual([422, expected])
    }
    expect(await traces(app, customer)).toEqual(before)
    await expect.poll(() => filesIn(join(app.dataFolder, 'incoming'))).toEqual([])
  })

  test('names a file that is no picture', async () => {
    const customer = await app.customer({ credits: 3 })
    const references = [new Uint8Array(PHOTOS[0]!), new TextEncoder().encode('no picture at all')]
    const refused = await sendForm(app, customer, '/api/jobs/compose', { references, instruction: 'on oak' })
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'unsupported_image'])
    expect(refused.body.error?.message).toMatch(/^references\.1: /)
    expect([await customer.credits(), await customer.runs()]).toEqual([3, []])
  })
})
