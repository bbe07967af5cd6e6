import type { BatchResult, Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 161, height: 97 }))
})
afterAll(() => app.close())

const upload = async (client: Platelight) => (await client.uploads.create(photo)).url

/** Without a network nothing is added to a larger picture, whatever the way in. */
const NO_DETAIL = { code: 'no_new_detail', message: expect.stringMatching(/^The photo was resampled.*no detail/) }

test('a call answers warnings with a code and a sentence', async () => {
  const { client } = await app.customer()
  const { warnings } = await client.images.upscale({ image_url: await upload(client) })
  expect(warnings).toEqual([NO_DETAIL])
})

test('so does a job', async () => {
  const { client } = await app.customer()
  const job = await client.jobs.submit('upscale', { image_url: await upload(client), scale: 2 })
  expect(await job.wait()).toMatchObject({ warnings: [NO_DETAIL] })
})

test('so does each item of a batch', async () => {
  const { client } = await app.customer()
  const image_urls = [await upload(client)]
  const { job_id } = await client.images.batchProcess({ image_urls, operation: 'upscale' })
  const { items } = await client.jobs.get<BatchResult>(job_id).wait()
  expect(items).toMatchObject([{ status: 'completed', result: { warnings: [NO_DETAIL] } }])
})

test('so does /v1, in the call, in the photo that is read later, and in its event', async () => {
  const { client, events } = await app.customer()
  const made = await client.photos.enhance({ image: new Blob([photo]), formats: ['original'] })
  const { code, message } = made.warnings.find((one) => one.code === 'upscaled_more_than_2x')!
  expect(message).toMatch(/^The original picture may look soft/)
  expect((await client.photos.get(made.id)).warnings).toContainEqual({ code, message })
  const completed = (await events()).find(({ type }) => type === 'photo.enhancement.completed')
  expect(completed).toMatchObject({ data: { photo: { warnings: made.warnings } } })
})
