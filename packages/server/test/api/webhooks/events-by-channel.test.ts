import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { createSchemaChecks } from '../../../src/contract/schema-validators.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { sendForm } from '../../support/multipart-forms.ts'
import { submit } from '../../support/queue-jobs.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { jobEnded } from '../../support/submit-batches.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 96, height: 72 }))
})
afterAll(() => app.close())

/** The document without additional fields, so that everything that is sent must be described. */
const closed = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed) as T
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]))
  return ('properties' in inner ? { additionalProperties: false, ...inner } : inner) as T
}

const schemas = createSchemaChecks(closed(document))

/** The violations of the document in this event. */
const wrongWith = (event: { type: string }) =>
  schemas.comparer(`#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`)(event)

/** All events of an account by their type and photo, each checked with the document. */
async function told(customer: Customer): Promise<string[]> {
  const events = await customer.events()
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  return events.map((event) => {
    expect(wrongWith(event), JSON.stringify(event)).toEqual([])
    const { photo } = event.data as { photo?: { id: string } }
    return photo ? `${event.type} ${photo.id}` : event.type
  })
}

const begunAndDone = (id: string) => [`photo.enhancement.started ${id}`, `photo.enhancement.completed ${id}`]

test('an undocumented field does not fit the document', () => {
  const data = { photo: { id: 'run_1', deletedAt: '2026-11-21T09:30:00.000Z', colour: 'red' } }
  const event = { type: 'photo.deleted', id: 'evt_1', createdAt: '2026-11-21T09:30:00.000Z', data }
  expect(wrongWith(event)).toHaveLength(1)
})

test('a photo with all fields missing does not fit the document', () => {
  for (const type of Object.keys(document.webhooks ?? {})) {
    expect(wrongWith({ type, id: 'evt_1', createdAt: '2026-11-21T09:30:00.000Z', data: {} } as never)).not.toEqual([])
  }
})

const upload = async ({ client }: Customer, image = photo) => (await client.uploads.create(image)).url

test.each<[string, (customer: Customer) => Promise<unknown>]>([
  ['/v1/photos/enhance', ({ client }) => client.photos.enhance({ image: photo, upscale: false })],
  ['/api/enhance', async (one) => one.client.images.enhance({ image_url: await upload(one) })],
  ['/api/ai-enhance', async (one) => one.client.images.aiEnhance({ image_url: await upload(one) })],
  ['/api/smart-edit', async (one) => one.client.images.smartEdit({ image_url: await upload(one) })],
  ['/api/mobile/enhance', (one) => sendForm(app, one, '/api/mobile/enhance', { image: photo })],
  ['/api/mobile/jobs/enhance', (one) => sendForm(app, one, '/api/mobile/jobs/enhance', { image: photo })],
  [
    '/api/batch-process',
    async (one) => one.client.images.batchProcess({ image_urls: [await upload(one)], operation: 'enhance' }),
  ],
  [
    'a queue job that is a batch',
    async (one) => {
      const params = { image_urls: [await upload(one)], operation: 'enhance' }
      expect((await submit(app, one, { job_type: 'batch_process', params })).status).toBe(200)
    },
  ],
])(
  'an enhancement through %s sends its start and its end once, and then that no credits are left',
  async (_, enhance) => {
    const customer = await app.customer({ credits: 1 })
    await enhance(customer)
    await expect.poll(async () => (await customer.events()).length).toBe(3)
    const [{ id } = { id: '' }] = (await customer.runs()).filter(({ items }) => items === null)
    expect(await told(customer)).toEqual([...begunAndDone(id), 'credit.depleted'])
    expect(await customer.credits()).toBe(0)
  },
)

test('work that is not an enhancement sends no photo events', async () => {
  const customer = await app.customer({ credits: 3 })
  const image_url = await upload(customer)
  await customer.client.images.relight({ image_url })
  const { body } = await submit(app, customer, {
    job_type: 'process_image',
    params: { image_url, steps: ['enhance_colors'] },
  })
  expect(await jobEnded(customer.client, body.job_id)).toMatchObject({ status: 'SUCCESS' })
  expect((await told(customer)).filter((line) => line.startsWith('photo'))).toEqual([])
})

test('a failed enhancement sends its failure, and costs nothing', async () => {
  const customer = await app.customer({ credits: 1 })
  const broken = await upload(customer, photo.slice(0, photo.length - 300))
  await expect(customer.client.images.enhance({ image_url: broken })).rejects.toMatchObject({ status: 400 })
  const [run] = await customer.runs()
  expect(await told(customer)).toEqual([`photo.enhancement.started ${run!.id}`, `photo.enhancement.failed ${run!.id}`])
  expect((await customer.events())[1]?.data).toMatchObject({ error: { code: 'image_unreadable' } })
})

test('the deletion of a photo is sent once, from whichever list and by however many requests', async () => {
  const customer = await app.customer({ credits: 5 })
  const { client } = customer
  const first = await client.photos.enhance({ image: photo, upscale: false })
  const second = await client.photos.enhance({ image: photo, upscale: false })
  await Promise.allSettled([1, 2, 3].map(() => client.photos.delete(first.id)))
  const { items } = await client.me.images()
  const row = items.find(({ photo_id }) => photo_id === second.id)
  await Promise.allSettled([client.me.deleteImage(row!.id), client.photos.delete(second.id)])
  expect((await told(customer)).filter((line) => line.startsWith('photo.deleted'))).toEqual([
    `photo.deleted ${first.id}`,
    `photo.deleted ${second.id}`,
  ])
})

test('a cancelled run sends neither a failure nor an end', async () => {
  const gate = gatedEngine()
  const other = await startApp({ engine: gate.engine })
  const customer = await other.customer({ credits: 2 })
  const image_urls = [(await customer.client.uploads.create(photo)).url]
  const { body } = await submit(other, customer, {
    job_type: 'batch_process',
    params: { image_urls, operation: 'enhance' },
  })
  await expect.poll(gate.started).toBe(1)
  await customer.client.jobs.delete(body.job_id)
  gate.open()
  const [item] = (await customer.runs()).filter(({ items }) => items === null)
  expect(item?.state).toBe('revoked')
  expect(await told(customer)).toEqual([`photo.enhancement.started ${item!.id}`])
  await other.close()
})

test('of runs that end at once, only the last one sends that no credits are left', async () => {
  const customer = await app.customer({ credits: 6 })
  const { client } = customer
  const good = await upload(customer)
  await client.images.batchProcess({ image_urls: [good, good, good], operation: 'enhance' })
  const [aPhoto, relit] = await Promise.all([
    client.photos.enhance({ image: photo, upscale: false }),
    client.images.relight({ image_url: good }),
    client.images.enhance({ image_url: good }),
  ])
  expect([aPhoto.status, relit.status]).toEqual(['completed', 'completed'])
  await expect.poll(customer.credits).toBe(0)
  await expect.poll(async () => (await customer.runs()).every(({ state }) => state === 'succeeded')).toBe(true)
  expect((await told(customer)).filter((line) => line === 'credit.depleted')).toHaveLength(1)
  expect((await told(customer)).at(-1)).toBe('credit.depleted')
})

test('an account with credits left, or released, gets no event about their end', async () => {
  const customer = await app.customer({ credits: 2 })
  const { client } = customer
  const [good, broken] = [await upload(customer), await upload(customer, photo.slice(0, photo.length - 300))]
  const settled = await Promise.allSettled([
    client.images.enhance({ image_url: good }),
    client.images.enhance({ image_url: broken }),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await customer.credits()).toBe(1)
  expect(await told(customer)).not.toContain('credit.depleted')
})
