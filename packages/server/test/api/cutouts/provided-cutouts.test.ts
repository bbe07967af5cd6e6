import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { providerSetting } from '../../../src/base/config/synthesis-settings.ts'
import { CUTOUT_PROVIDERS, type CutoutProvider } from '../../../src/base/engine-capability.ts'
import { LONGEST_WAIT_MS } from '../../../src/engines/cutouts/cutout-engine.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { holdTimers } from '../../support/network/hold-timers.ts'
import {
  KEY,
  type Misbehave,
  type ProviderStandIn,
  providerStandIn,
} from '../../support/providers/provider-stand-in.ts'
import type { WireReply } from '../../support/providers/provider-wire.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

const [width, height] = [320, 240]
const photo = await sharp(await dishPhoto({ width, height }))
  .withExif({ IFD0: { Copyright: 'Secret Kitchen' } })
  .jpeg()
  .toBuffer()

/** A cut-out of the plate, or of another circle, as services deliver it. */
function cutOutOf(circle = { x: 0.5, y: 0.5, radius: 0.38 }, size = { width, height }): Promise<Buffer> {
  const data = Buffer.alloc(size.width * size.height * 4, 200)
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [(i % size.width) - circle.x * size.width, Math.floor(i / size.width) - circle.y * size.height]
    data[4 * i + 3] = Math.hypot(x, y) < circle.radius * size.height ? 255 : 0
  }
  return sharp(data, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer()
}
const CUT_OUT = await cutOutOf()

async function serverWith(names: readonly CutoutProvider[], { local = false, env = {}, dataFolder = '' } = {}) {
  const log: string[] = []
  const standIns = await Promise.all(names.map((name) => providerStandIn(name)))
  opened.push(...standIns)
  for (const standIn of standIns) standIn.delivers(CUT_OUT)
  const settings = {
    PLATELIGHT_ENGINE_CUTOUT: [...names, ...(local ? ['local'] : [])].join(','),
    ...Object.assign({}, ...standIns.map((one) => one.env)),
    ...Object.fromEntries(names.map((name) => [providerSetting(name, 'CUTOUT_USD'), '0.02'])),
    ...env,
  }
  const start = async (): Promise<TestApp> => {
    const app = await startApp({ env: settings, log: (line) => log.push(line), ...(dataFolder && { dataFolder }) })
    opened.push(app)
    return app
  }
  const app = await start()
  const customer = await app.customer({ credits: 20 })
  return { standIn: standIns[0] as ProviderStandIn, standIns, app, start, customer, log }
}

const upload = async ({ client }: Customer, bytes: Buffer = photo) =>
  (await client.uploads.create(new Uint8Array(bytes))).url
const cutOut = async (customer: Customer, more: object = {}) =>
  customer.client.images.removeBackground({ image_url: await upload(customer), ...more })
const last = async (customer: Customer) => (await customer.runs()).at(-1)

/** The JPEG that came with an order, in a form or as a data URL. */
function sentIn({ body }: ProviderStandIn['orders'][number]): Buffer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const [, data] = /data:image\/jpeg;base64,([\w+/=]+)/.exec(text) ?? []
  if (data !== undefined) return Buffer.from(data, 'base64')
  return Buffer.from(/image\/jpeg\r\n\r\n([\s\S]*?)\r\n--/.exec(text)?.[1] ?? '', 'latin1')
}

test.each(CUTOUT_PROVIDERS)('%s cuts out a photo: asked once, without its metadata, and noted', async (name) => {
  const { standIn, customer } = await serverWith([name])
  const { operations, engines } = await customer.client.service.capabilities()
  expect(operations.find(({ operation }) => operation === 'remove-background')).toEqual({
    operation: 'remove-background',
    available: true,
    engine: name,
  })
  expect(engines.find(({ capability }) => capability === 'cutout')).toMatchObject({ engine: name })

  const made = await cutOut(customer)
  expect(made).toMatchObject({ engine: name, credits_used: 1, width, height })
  const bytes = Buffer.from(await (await fetch(made.result_url)).arrayBuffer())
  const alpha = await sharp(bytes).extractChannel(3).raw().toBuffer()
  expect([alpha[0], alpha[(height / 2) * width + width / 2]]).toEqual([0, 255])

  expect(standIn.orders).toHaveLength(1)
  const file = sentIn(standIn.orders[0] as ProviderStandIn['orders'][number])
  const sent = await sharp(file).metadata()
  expect([sent.width, sent.height, sent.exif]).toEqual([width, height, undefined])
  expect([photo.includes('Secret Kitchen'), file.includes('Secret Kitchen')]).toEqual([true, false])
  expect(await last(customer)).toMatchObject({ state: 'succeeded', provider_micros: 20_000 })
  expect(await customer.credits()).toBe(19)
})

test('the named version of a model at Replicate is ordered, and a model without one from its own address', async () => {
  const { standIn, customer } = await serverWith(['replicate'])
  await cutOut(customer)
  expect(standIn.orders[0]).toMatchObject({
    path: '/v1/predictions',
    body: { version: expect.stringMatching(/^a029d/) },
  })
  const own = await serverWith(['replicate'], { env: { PLATELIGHT_REPLICATE_CUTOUT_MODEL: 'bria/remove-background' } })
  await cutOut(own.customer)
  expect(own.standIn.orders[0]?.path).toBe('/v1/models/bria/remove-background/predictions')
})

const always =
  (step: Parameters<Misbehave>[0], reply: WireReply): Misbehave =>
  (at) =>
    at === step ? reply : undefined
const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' }
const elsewhere = (url: string): Misbehave =>
  always('state', { body: { status: 'COMPLETED', image: { url, content_type: 'image/png' } } })

describe.each([
  [
    'removebg',
    'a wrong key',
    always('order', { status: 403, body: { errors: [{ title: `bad key ${KEY}` }] } }),
    503,
    0,
  ],
  [
    'removebg',
    'no credits',
    always('order', { status: 402, body: { errors: [{ title: 'Insufficient credits' }] } }),
    503,
    0,
  ],
  [
    'photoroom',
    'a long Retry-After',
    always('order', { status: 429, headers: { 'retry-after': '90' }, body: {} }),
    503,
    0,
  ],
  ['fal', 'a wrong key', always('order', { status: 401, body: { detail: 'Cannot access application' } }), 503, 0],
  [
    'replicate',
    'a failure with its reason',
    always('state', { body: { status: 'failed', error: 'CUDA out of memory' } }),
    503,
    1,
  ],
  ['photoroom', 'HTML', always('order', HTML), 503, 1],
  ['fal', 'HTML in place of the cut-out', always('picture', HTML), 503, 1],
  ['fal', 'a private address', elsewhere('http://10.0.0.1/cut.png'), 503, 1],
  [
    'fal',
    'a redirect',
    always('picture', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }),
    503,
    1,
  ],
] as const)('where %s answers with %s,', (name, _, misbehave, status, paid) => {
  test('the run fails and nothing is charged, or this server finds the dish where it may', async () => {
    const alone = await serverWith([name])
    alone.standIn.misbehaves(misbehave)
    const error: unknown = await cutOut(alone.customer).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status, message: expect.stringContaining('Nothing was charged') })
    expect(await alone.customer.credits()).toBe(20)
    expect([String((error as Error).message), ...alone.log].join('\n')).not.toContain(KEY)

    const chain = await serverWith([name], { local: true })
    chain.standIn.misbehaves(misbehave)
    expect(await cutOut(chain.customer)).toMatchObject({ engine: 'classical', credits_used: 1 })
    expect(chain.standIn.orders.length).toBeLessThanOrEqual(1)
    // What was ordered is noted, also where it was of no use. Providers do not charge a failure that they report.
    const micros = (await last(chain.customer))?.provider_micros ?? 0
    expect(micros).toBe(paid === 1 && name !== 'replicate' ? 20_000 : 0)
    expect(chain.log.join('\n')).toContain('a provider delivered nothing')
  })
})

test.each([
  ['another shape', await cutOutOf(undefined, { width: 240, height: 240 })],
  ['more pixels than were sent', await cutOutOf(undefined, { width: 640, height: 480 })],
  ['a photo without transparency', await dishPhoto({ width, height, format: 'png' })],
])('%s is no cut-out', async (_, file) => {
  const { standIn, customer } = await serverWith(['photoroom'])
  standIn.delivers(file)
  await expect(cutOut(customer)).rejects.toMatchObject({ code: 'engine_failed' })
  expect(await customer.credits()).toBe(20)
})

test('a mask in grey is read like a cut-out, and so is one in a smaller size', async () => {
  const { standIn, customer } = await serverWith(['photoroom'])
  const small = await sharp(await cutOutOf(undefined, { width: 160, height: 120 }))
    .extractChannel(3)
    .png()
    .toBuffer()
  standIn.delivers(small)
  expect(await cutOut(customer)).toMatchObject({ engine: 'photoroom', width, height })
})

test('the next provider is asked where one takes no order', async () => {
  const { standIns, customer } = await serverWith(['removebg', 'fal'])
  standIns[0]?.misbehaves(always('order', { status: 402, body: {} }))
  expect(await cutOut(customer)).toMatchObject({ engine: 'fal' })
  expect(standIns.map(({ orders }) => orders.length)).toEqual([0, 1])
})

test('a provider that takes too long is waited for no longer than a caller waits', async () => {
  const timers = holdTimers(LONGEST_WAIT_MS)
  const { standIn, customer } = await serverWith(['fal'], { local: true })
  standIn.misbehaves((step) => {
    if (step !== 'state') return undefined
    timers.pass()
    return { status: 202, body: { status: 'IN_PROGRESS' } }
  })
  expect(await cutOut(customer)).toMatchObject({ engine: 'classical' })
  expect(await last(customer)).toMatchObject({ provider_micros: 20_000 })
})

test('an order that stands is taken up after a restart, and is neither ordered nor charged again', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'platelight-cut-'))
  opened.push({ close: async () => rmSync(dataFolder, { recursive: true, force: true }) })
  const { standIn, app, start, customer } = await serverWith(['fal'], { dataFolder })
  let asked: () => void = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  standIn.misbehaves((step) => {
    if (step !== 'state') return undefined
    asked()
    return { status: 202, body: { status: 'IN_PROGRESS' } }
  })
  const call = cutOut(customer).catch(() => undefined)
  await isAsked
  const runId = (await last(customer))?.id ?? ''
  await app.close()
  await call
  opened.splice(opened.indexOf(app), 1)

  standIn.misbehaves(() => undefined)
  const second = await start()
  const again = new Platelight({ baseUrl: second.url, apiKey: customer.key })
  const stateOf = () => second.core.database.db.selectFrom('runs').select('state').where('id', '=', runId).execute()
  await expect.poll(stateOf).toEqual([{ state: 'succeeded' }])
  expect(standIn.orders).toHaveLength(1)
  expect((await again.account.credits()).credits).toBe(19)
})

describe('a photo is sent once', () => {
  test('for all steps of an edit that need its dish', async () => {
    const { standIn, customer } = await serverWith(['photoroom'])
    const image_url = await upload(customer)
    const body = {
      image_urls: [image_url],
      prompt: 'darken the background, brighten the dish, then remove the background',
    }
    expect((await customer.client.images.edit(body)).engine).toContain('photoroom')
    expect(standIn.orders).toHaveLength(1)
  })

  test('for each of several photos', async () => {
    const { standIn, customer } = await serverWith(['photoroom'])
    const photos = await Promise.all(
      [1, 2].map(async (seed) => upload(customer, await dishPhoto({ width, height, seed }))),
    )
    const made = await customer.client.images.menuConsistency({ image_urls: photos })
    expect(made.engine).toBe('photoroom')
    expect(standIn.orders).toHaveLength(2)
  })

  test('and never for what is free, or does not need the dish', async () => {
    const { standIn, customer } = await serverWith(['photoroom'])
    const image_url = await upload(customer)
    const found = await customer.client.images.findSubject({ image_url })
    expect(found.engine).toBe('classical')
    await customer.client.mobile.demoEnhance({ image: new Uint8Array(photo) })
    await customer.client.images.enhanceColors({ image_url })
    expect(standIn.orders).toHaveLength(0)
  })
})

test('a hint keeps the thing that it points at, and is not overruled by a provider that found another', async () => {
  const { standIn, customer } = await serverWith(['photoroom'])
  const subject = { box: { x: 0.2, y: 0.1, width: 0.6, height: 0.8 } }
  expect(await cutOut(customer, { subject })).toMatchObject({ engine: 'photoroom' })
  standIn.delivers(await cutOutOf({ x: 0.08, y: 0.1, radius: 0.08 }))
  expect(await cutOut(customer, { subject })).toMatchObject({ engine: 'classical' })
})
