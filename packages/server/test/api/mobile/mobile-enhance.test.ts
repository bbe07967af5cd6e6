import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { complaints, type Fields, sendForm } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { unsigned } from '../../support/submit-batches.ts'

const CALL = '/api/mobile/enhance'
const JOB = '/api/mobile/jobs/enhance'

let app: TestApp
let customer: Customer
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 1_000 })
  photo = new Uint8Array(await dishPhoto({ width: 480, height: 360 }))
})
afterAll(() => app.close())

const schemas = (document.components?.schemas ?? {}) as Record<string, { 'x-known-values': string[] }>
const valuesOf = (name: string) => schemas[name]!['x-known-values']
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const refused = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

/** The result of a form, with its pixels. */
async function enhanced(fields: Fields = {}, image = photo) {
  const { status, body } = await sendForm(app, customer, CALL, { image, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  const bytes = await bytesAt(body.enhanced_url)
  return { ...body, bytes, pixels: await sharp(bytes).raw().toBuffer() }
}

/** Mean brightness of one channel in a part of a picture, given in fractions of its sides. */
async function mean(bytes: Buffer, [x, y, w, h]: readonly number[] = [0, 0, 1, 1]) {
  const { width, height } = await sharp(bytes).metadata()
  const [left, top] = [Math.floor(x! * width), Math.floor(y! * height)]
  const part = { left, top, width: Math.max(1, Math.floor(w! * width)), height: Math.max(1, Math.floor(h! * height)) }
  const { channels } = await sharp(await sharp(bytes).extract(part).png().toBuffer()).stats()
  return channels.reduce((sum, channel) => sum + channel.mean, 0) / channels.length
}

test('a photo without other fields gives the Enhance result of the defaults, for one credit', async () => {
  const { client, credits, events, headers } = await app.customer({ credits: 3 })
  const { status, body } = await sendForm(app, { headers } as Customer, CALL, { image: photo })
  expect([status, body]).toMatchObject([
    200,
    { status: 'completed', credits_used: 1, width: 1024, height: 576, engine: 'local' },
  ])
  expect(await sharp(await bytesAt(body.enhanced_url)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1024,
    height: 576,
  })
  expect(await bytesAt(body.original_url)).toEqual(Buffer.from(photo))
  expect(await credits()).toBe(2)
  const shown = await client.photos.get(body.id)
  expect(shown).toMatchObject({ metadata: { preset: 'professional' }, enhanced: { landscape: body.enhanced_url } })
  expect((await events()).map(({ type }) => type)).toEqual(['photo.enhancement.started', 'photo.enhancement.completed'])
})

describe('each value of the form has its documented effect', () => {
  test.each([
    ['square', '1K', 1024, 1024, false],
    ['portrait', '1K', 819, 1024, false],
    ['landscape', '2K', 2048, 1152, true],
    ['original', '1K', 1024, 768, false],
    ['original', '4K', 4096, 3072, true],
  ])(
    'size %s at %s measures %d x %d, for one credit; enlarged far: %s',
    async (size, resolution, width, height, far) => {
      const result = await enhanced({ size, resolution }, new Uint8Array(await dishPhoto({ width: 960, height: 720 })))
      expect(result).toMatchObject({ width, height, credits_used: 1 })
      expect(await sharp(result.bytes).metadata()).toMatchObject({ width, height })
      expect(result.warnings.some(({ code }: { code: string }) => code === 'upscaled_more_than_2x')).toBe(far)
    },
  )

  test('a photo larger than the resolution is reduced', async () => {
    const large = new Uint8Array(await dishPhoto({ width: 1600, height: 1200 }))
    expect(await enhanced({ size: 'original' }, large)).toMatchObject({ width: 1024, height: 768, warnings: [] })
  })

  test('no two styles and no two goals look the same, and a dark style is darker than a bright one', async () => {
    const styles = new Map<string, Buffer>()
    for (const style of valuesOf('EnhanceStyle')) styles.set(style, (await enhanced({ style, size: 'original' })).bytes)
    expect(new Set([...styles.values()].map((bytes) => bytes.toString('base64'))).size).toBe(styles.size)
    expect(await mean(styles.get('dark_moody')!)).toBeLessThan((await mean(styles.get('bright_airy')!)) - 15)

    const goals: string[] = []
    for (const goal of valuesOf('Goal'))
      goals.push((await jobResult({ goal, size: 'original' })).bytes.toString('base64'))
    expect(new Set(goals).size).toBe(goals.length)
  })

  test('each enhancement alone differs from the others, all four equal the style, and so does an empty list', async () => {
    // Dark, warm and noisy, so that every correction has an effect.
    const poor = new Uint8Array(
      await sharp(await dishPhoto({ width: 480, height: 360 }))
        .linear([0.6, 0.45, 0.3], [0, 0, 0])
        .jpeg({ quality: 95 })
        .toBuffer(),
    )
    const form = { size: 'original', style: 'bright' }
    const by = async (names: string[]) => (await enhanced({ ...form, enhancements: JSON.stringify(names) }, poor)).bytes
    const each = new Map<string, Buffer>()
    for (const name of ['color', 'light', 'sharpen', 'denoise', 'background']) each.set(name, await by([name]))
    expect(new Set([...each.values()].map((bytes) => bytes.toString('base64'))).size).toBe(5)

    const before = await mean(Buffer.from(poor))
    expect(await mean(each.get('light')!)).toBeGreaterThan(before + 20)
    for (const name of ['color', 'sharpen', 'denoise']) {
      expect(Math.abs((await mean(each.get(name)!)) - before), name).toBeLessThan(8)
    }
    const blueness = async (bytes: Buffer) => {
      const { channels } = await sharp(bytes).stats()
      return channels[2]!.mean / channels[0]!.mean
    }
    expect(await blueness(each.get('color')!)).toBeGreaterThan((await blueness(Buffer.from(poor))) + 0.05)
    expect(await blueness(each.get('light')!)).toBeLessThan((await blueness(Buffer.from(poor))) + 0.02)

    const [all, none] = [await by(['light', 'color', 'denoise', 'sharpen']), await by([])]
    expect(all.equals(none)).toBe(true)
  })

  test('background darkens the corners and does not change the dish; the result is a retouch', async () => {
    const form = { size: 'original', enhancements: '["background"]' }
    const set = await enhanced(form)
    expect(set).toMatchObject({ faithfulness: 'retouch' })
    const plain = Buffer.from(photo)
    const corner = [0, 0, 0.06, 0.06]
    const heart = [0.45, 0.45, 0.1, 0.1]
    expect(await mean(set.bytes, corner)).toBeLessThan((await mean(plain, corner)) - 3)
    expect(Math.abs((await mean(set.bytes, heart)) - (await mean(plain, heart)))).toBeLessThan(2)
  })

  test('background without a dish changes nothing, and a warning says so', async () => {
    const grey = new Uint8Array(await plainPng(120, 90))
    const { faithfulness, warnings, bytes } = await enhanced({ size: 'original', enhancements: '["background"]' }, grey)
    expect([faithfulness, warnings]).toEqual([
      'faithful',
      [
        { code: 'subject_not_separated', message: expect.stringMatching(/background was not changed/) },
        { code: 'upscaled_more_than_2x', message: expect.stringMatching(/twice/) },
      ],
    ])
    expect(await mean(bytes)).toBeCloseTo(127, 0)
  })

  test('an editArea limits the edit to that layer', async () => {
    const form = { size: 'original', style: 'bright_airy' }
    const plain = Buffer.from(photo)
    const whole = await enhanced(form)
    const table = await enhanced({ ...form, editArea: 'background' })
    expect([whole.faithfulness, table.faithfulness]).toEqual(['faithful', 'retouch'])
    const corner = [0, 0, 0.06, 0.06]
    const heart = [0.45, 0.45, 0.1, 0.1]
    const change = async ({ bytes }: { bytes: Buffer }, part: readonly number[]) =>
      Math.abs((await mean(bytes, part)) - (await mean(plain, part)))
    expect(await change(whole, heart)).toBeGreaterThan(4)
    expect(await change(table, heart)).toBeLessThan(1)
    expect(await change(table, corner)).toBeGreaterThan(4)
    const dish = await enhanced({ ...form, editArea: 'dish' })
    expect(await change(dish, heart)).toBeGreaterThan(4)
    expect(await change(dish, corner)).toBeLessThan(1)
  })

  test('a layer that the photo does not have is refused and not charged', async () => {
    const { client, credits, headers } = await app.customer({ credits: 2 })
    const black = new Uint8Array(await plainPng(90, 60))
    const answer = await sendForm(app, { headers } as Customer, CALL, { image: black, editArea: 'dish' })
    expect(refused(answer)).toEqual([400, 'area_empty'])
    expect(answer.body.error.message).toMatch(/dish.*smart-layers.*entire_image/)
    expect(await credits()).toBe(2)
    expect((await client.photos.list()).items).toMatchObject([{ status: 'failed', error: { code: 'area_empty' } }])
  })
})

const statusOf = async ({ headers }: Pick<Customer, 'headers'>, id: unknown) => {
  const answer = await fetch(`${app.url}/api/mobile/jobs/${id}`, { headers })
  return { status: answer.status, body: await answer.json() }
}

/** The result of a job, with its pixels. */
async function jobResult(fields: Fields) {
  const { status, body } = await sendForm(app, customer, JOB, { image: photo, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  await expect.poll(async () => (await statusOf(customer, body.job_id)).body.status).not.toBe('processing')
  const job = (await statusOf(customer, body.job_id)).body
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  return { ...job.result, bytes: await bytesAt(job.result.enhanced_url) }
}

describe('as a job', () => {
  test('the same form gives the same fields and the same bytes as the call', async () => {
    const form = { style: 'moody', size: 'square', enhancements: '["light","sharpen"]' }
    const { bytes: ofJob, ...job } = await jobResult({ ...form, goal: 'menu' })
    const { bytes: ofCall, pixels: _, ...call } = await enhanced(form)
    expect(Object.keys(job).sort()).toEqual(Object.keys(call).sort())
    const own = { id: '', enhanced_url: '', original_url: '', created_at: '' }
    expect({ ...job, ...own }).toEqual({ ...call, ...own })
    expect(ofJob.equals(ofCall)).toBe(true)
    expect(unsigned(job.original_url)).toMatch(/private-assets/)
  })

  test('can be awaited with the client, and its goal changes the result like that of the call', async () => {
    const form = { image: photo, style: 'macro', size: 'portrait', enhancements: '["color","light"]' } as const
    const job = await customer.client.mobileJobs.enhance({ ...form, goal: 'social' })
    const [made, call] = await Promise.all([job.wait(), customer.client.mobile.enhance(form)])
    for (const { width, height, credits_used } of [made, call])
      expect([width, height, credits_used]).toEqual([819, 1024, 1])
    expect((await bytesAt(made.enhanced_url)).equals(await bytesAt(call.enhanced_url))).toBe(false)
  })

  test('is charged once under one key, whatever the order of its fields', async () => {
    const mine = await app.customer({ credits: 5 })
    const key = { 'Idempotency-Key': 'menu-7' }
    const first = await sendForm(app, mine, JOB, { image: photo, style: 'bright', size: 'square' }, key)
    const again = await sendForm(app, mine, JOB, { size: 'square', style: 'bright', image: photo }, key)
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await mine.runs()).toHaveLength(1)
    expect(await mine.credits()).toBe(4)

    const other = new Uint8Array(await dishPhoto({ width: 480, height: 360, seed: 9 }))
    const changes: Fields[] = [{ image: other }, { style: 'moody' }, { goal: 'print' }]
    for (const change of changes) {
      const form = { image: photo, style: 'bright', size: 'square', ...change }
      const answer = await sendForm(app, mine, JOB, form as Fields, key)
      expect([answer.status, complaints(answer.body)[0]], JSON.stringify(Object.keys(change))).toMatchObject([
        422,
        expect.stringContaining('Idempotency-Key'),
      ])
    }
    expect((await sendForm(app, mine, CALL, { image: photo, style: 'bright', size: 'square' }, key)).status).toBe(422)
    expect(await mine.runs()).toHaveLength(1)
  })

  test('is found again after a crash between its start and its reply', async () => {
    const mine = await app.customer({ credits: 5 })
    const key = { 'Idempotency-Key': 'menu-8', 'X-Max-Credits': '1' }
    const first = await sendForm(app, mine, JOB, { image: photo }, key)
    await app.core.database.db.deleteFrom('idempotency_keys').where('account_id', '=', mine.accountId).execute()
    const found = await sendForm(app, mine, JOB, { image: photo }, { ...key, 'X-Max-Credits': '0' })
    expect([found.status, found.body.job_id]).toEqual([200, first.body.job_id])
    expect(await mine.runs()).toHaveLength(1)
  })
})
