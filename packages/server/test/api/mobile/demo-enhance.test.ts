import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { sendForm } from '../../support/multipart-forms.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const PATH = '/api/demo/enhance'
let app: TestApp
let image: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await startApp()
  image = new Uint8Array(await dishPhoto({ width: 400, height: 300 }))
})
afterAll(() => app.close())

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

test('a preview is the enhanced photo with a mark, costs nothing, and needs no credits', async () => {
  const { client, entries, credits } = await app.customer({ credits: 0 })
  const before = await entries()
  const made = await client.mobile.demoEnhance({ image, style: 'bright_airy', format: 'square' })
  expect(made).toMatchObject({ status: 'completed', credits_used: 0, width: 1024, height: 1024 })
  const preview = await bytesAt(made.result_url)
  expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 1024 })
  expect([await credits(), await entries()]).toEqual([0, before])

  const form = { image, style: 'bright_airy', size: 'square' }
  const { body } = await sendForm(app, await app.customer(), '/api/mobile/enhance', form)
  const rows = async (bytes: Buffer) => (await sharp(bytes).greyscale().raw().toBuffer()).values()
  const [marked, plain] = [[...(await rows(preview))], [...(await rows(await bytesAt(body.enhanced_url)))]]
  const changed = marked.flatMap((value, at) => (Math.abs(value - Number(plain[at])) > 40 ? [at] : []))
  expect(changed.length).toBeGreaterThan(2_000)
  // Letters below the dish, and nothing else.
  const heights = changed.map((at) => Math.floor(at / 1024) / 1024)
  expect(Math.min(...heights)).toBeGreaterThan(0.8)
})

test('a second preview is refused, whatever its photo, and stores nothing; the same request finds the first one', async () => {
  const customer = await app.customer()
  const key = { 'idempotency-key': 'preview-1' }
  const first = await sendForm(app, customer, PATH, { image }, key)
  expect((await sendForm(app, customer, PATH, { image }, key)).body).toEqual(first.body)
  const other = new Uint8Array(await dishPhoto({ width: 200, height: 150, seed: 3 }))
  const uploads = () =>
    app.core.database.db.selectFrom('uploads').select('id').where('account_id', '=', customer.accountId).execute()
  const stored = await uploads()
  for (const photo of [image, other]) {
    const { status, body } = await sendForm(app, customer, PATH, { image: photo })
    expect([status, body.error.code]).toEqual([403, 'preview_used'])
  }
  expect(await uploads()).toEqual(stored)
  await customer.client.photos.delete(first.body.id)
  expect((await sendForm(app, customer, PATH, { image })).body.error.code).toBe('preview_used')
})

test('of fifty requests at once, one makes a preview', async () => {
  const customer = await app.customer()
  const photos = await Promise.all(
    Array.from({ length: 5 }, async (_, seed) => new Uint8Array(await dishPhoto({ width: 64, height: 48, seed }))),
  )
  const sent = Array.from({ length: 50 }, (_, at) => sendForm(app, customer, PATH, { image: photos[at % 5]! }))
  const told = (await Promise.all(sent)).map(({ status, body }) => body.error?.code ?? status)
  expect(told.filter((code) => code === 200)).toHaveLength(1)
  expect(told.filter((code) => code === 'preview_used')).toHaveLength(49)
  expect(await customer.runs()).toHaveLength(1)
})

test('a preview that failed does not count', async () => {
  const customer = await app.customer()
  const cut = image.slice(0, 700)
  expect((await sendForm(app, customer, PATH, { image: cut })).status).toBe(400)
  expect((await sendForm(app, customer, PATH, { image })).status).toBe(200)
})
