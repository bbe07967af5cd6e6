import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { ServiceError } from '../../../src/base/service-error.ts'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { complaints, sendForm, traces } from '../../support/multipart-forms.ts'
import { type StartOptions, startApp } from '../../support/start-app.ts'

const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))

async function started(options: StartOptions = {}) {
  const app = await startApp(options)
  onTestFinished(app.close)
  return app
}

test('a reel is a job under both addresses, is charged once, and is listed with its first frame', async () => {
  const app = await started()
  const { client, credits, headers } = await app.customer({ credits: 20 })
  const first = await (await client.reels.create({ image })).wait()
  const form = { image, motion: 'orbit', duration: '8', aspect: '16:9' } as const
  const second = await (await client.mobileJobs.reels(form)).wait()
  expect(first).toMatchObject({ credits_used: 5, width: 1080, height: 1920, duration_seconds: 5, motion: 'push_in' })
  expect(second).toMatchObject({ credits_used: 5, width: 1920, height: 1080, duration_seconds: 8, motion: 'orbit' })
  expect(await credits()).toBe(10)

  const { items } = await client.me.videos()
  expect(items.map(({ run_id }) => run_id)).toEqual([second.id, first.id])
  expect(items[0]).toMatchObject({ video_url: second.video_url, poster_url: second.poster_url, motion: 'orbit' })
  for (const [url, type] of [
    [second.video_url, 'video/mp4'],
    [second.poster_url, 'image/jpeg'],
  ] as const) {
    expect((await fetch(url)).headers.get('content-type')).toBe(type)
  }
  const page = await client.me.videos({ limit: 1 })
  expect((await client.me.videos({ limit: 1, cursor: page.nextCursor! })).items).toEqual([items[1]])
  // Lists of pictures show the first frame.
  const pictures = (await client.me.images()).items
  expect(pictures.map(({ url }) => url)).toEqual([second.poster_url, first.poster_url])
  expect((await (await app.customer()).client.me.videos()).items).toEqual([])

  const key = { 'idempotency-key': 'reel-1' }
  const sent = () => sendForm(app, { headers } as never, '/api/mobile/reels', { image, motion: 'tilt_up' }, key)
  const one = await sent()
  expect((await sent()).body.job_id).toBe(one.body.job_id)
  await client.mobileJobs.get(one.body.job_id).wait()
  expect(await credits()).toBe(5)

  await client.me.deleteImage(items[0]!.id)
  expect((await client.me.videos()).items.map(({ run_id }) => run_id)).not.toContain(second.id)
  expect((await fetch(second.video_url)).status).toBe(404)
})

test('words for the movement are understood or named, and other fields are checked', async () => {
  const app = await started()
  const customer = await app.customer()
  const send = (fields: object) => sendForm(app, customer, '/api/mobile/jobs/reels', { image, ...fields })
  const understood = await send({ motion_details: 'slower, towards the left' })
  expect([understood.status, understood.body.warnings]).toEqual([200, undefined])
  const { body, headers } = await send({ motion_details: 'fly to the moon' })
  expect(headers.get('x-ignored-fields')).toBe('motion_details')
  expect(body.warnings).toMatchObject([{ code: 'words_not_understood', message: expect.stringContaining('moon') }])
  const made = await customer.client.mobileJobs.get<{ warnings: unknown[] }>(body.job_id).wait()
  expect(made.warnings).toEqual(expect.arrayContaining(body.warnings))
  const refused = await send({ duration: '11', aspect: '2:1' })
  expect([refused.status, complaints(refused.body).sort()]).toEqual([422, ['body.aspect enum', 'body.duration enum']])
})

test('words and a logo lie over a film, and bring the brand of the account', async () => {
  const app = await started()
  const { client, credits } = await app.customer({ credits: 20 })
  const logo_image = new Uint8Array(await plainPng(60, 40))
  await client.brand.upload({ business_name: 'Trattoria Mara', colors: ['#7a1f2b'] })
  const posterOf = async (form: object) => {
    const { poster_url } = await (await client.reels.create({ image, ...form })).wait()
    return sharp(Buffer.from(await (await fetch(poster_url)).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
  }
  const [plain, worded] = [await posterOf({}), await posterOf({ headline: 'Today', logo_image })]
  /** The colour in the lower left corner, which the veil takes. */
  const cornerOf = ({ data, info }: typeof plain) => [
    ...data.subarray(3 * info.width * (info.height - 1)).subarray(0, 3),
  ]
  const brand = [0x7a, 0x1f, 0x2b]
  const distance = (color: number[]) => Math.max(...color.map((value, index) => Math.abs(value - brand[index]!)))
  expect(distance(cornerOf(worded))).toBeLessThan(40)
  expect(distance(cornerOf(plain))).toBeGreaterThan(40)
  for (const [form, code] of [
    [{ headline: 'w'.repeat(300) }, 'copy_does_not_fit'],
    [{ offer: 'Soup \u{12000}' }, 'glyph_missing'],
  ] as const) {
    await expect((await client.reels.create({ image, ...form })).wait()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(Object.keys(form)[0]!),
    })
  }
  await expect(client.reels.create({ image, logo_image: new Uint8Array(9) })).rejects.toMatchObject({
    code: 'unsupported_image',
    message: expect.stringContaining('logo_image'),
  })
  expect(await credits()).toBe(10)
})

test('without ffmpeg a reel is refused before anything is stored, and the reply names it', async () => {
  const app = await started({ env: { PLATELIGHT_FFMPEG: '' } })
  const customer = await app.customer()
  const before = await traces(app, customer)
  const { status, body } = await sendForm(app, customer, '/api/mobile/reels', { image })
  expect([status, body.error]).toMatchObject([503, { code: 'engine_unavailable', setting: 'PLATELIGHT_FFMPEG' }])
  expect(body.error.message).toContain('ffmpeg')
  expect(await traces(app, customer)).toEqual(before)
  const { operations } = await customer.client.service.capabilities()
  expect(operations.find(({ operation }) => operation === 'reel')).toEqual({
    operation: 'reel',
    available: false,
    engine: null,
    setting: 'PLATELIGHT_FFMPEG',
  })
})

test.each([
  ['engine_unavailable', 'ffmpeg could not be started'],
  ['engine_failed', 'ffmpeg ended before the reel was finished'],
  ['storage_full', 'The disk of the server is full'],
] as const)('a film that ends in %s charges nothing and says why', async (code, message) => {
  const encode = async () => {
    throw new ServiceError(code, `${message}. Nothing was charged.`)
  }
  const app = await started({ engine: (options) => inlineEngine({ ...options, films: { encode, remake: encode } }) })
  const { client, credits } = await app.customer({ credits: 5 })
  const job = await client.reels.create({ image })
  await expect(job.wait()).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  expect(await credits()).toBe(5)
  expect((await client.me.videos()).items).toEqual([])
  await expect.poll(() => filesIn(`${app.dataFolder}/incoming`)).toEqual([])
})
