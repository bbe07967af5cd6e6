import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ImageProvider } from '../../../src/base/engine-capability.ts'
import {
  KEY,
  type Misbehave,
  type ProviderStandIn,
  pictureOf,
  providerStandIn,
} from '../../support/providers/provider-stand-in.ts'
import type { WireReply } from '../../support/providers/provider-wire.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

const prompt = 'Tacos on slate'
const HTML = '<html><body><h1>Bad gateway</h1></body></html>'
const always =
  (step: Parameters<Misbehave>[0], reply: WireReply): Misbehave =>
  (at) =>
    at === step ? reply : undefined

/** A reply of 200 MB that is sent as fast as it is read. */
function endless(response: ServerResponse): 'handled' {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(200_000_000) })
  const chunk = Buffer.alloc(1_000_000, 0x20)
  let left = 200
  const more = () => {
    while (left-- > 0) if (!response.write(chunk)) return response.once('drain', more)
    return response.end()
  }
  more()
  return 'handled'
}

/** A server with a chain of providers, and what is asserted after each failure. */
function chainOf(providers: readonly ImageProvider[]) {
  const standIns = new Map<ImageProvider, ProviderStandIn>()
  const log: string[] = []
  let app: TestApp
  let customer: Customer
  beforeAll(async () => {
    const env: Record<string, string> = { PLATELIGHT_ENGINE_SYNTHESIS: providers.join(',') }
    for (const name of providers) {
      const standIn = await providerStandIn(name)
      standIns.set(name, standIn)
      Object.assign(env, standIn.env)
    }
    app = await startApp({ env, log: (line) => log.push(line) })
    customer = await app.customer({ credits: 50 })
  })
  afterEach(() => {
    for (const standIn of standIns.values()) {
      standIn.misbehaves(() => undefined)
      standIn.orders.length = 0
      standIn.counts.order = 0
    }
  })
  afterAll(async () => {
    await app.close()
    for (const standIn of standIns.values()) await standIn.close()
  })
  const at = (name: ImageProvider): ProviderStandIn => standIns.get(name)!
  return {
    at,
    customer: () => customer,
    app: () => app,
    /** Fails as expected: nothing charged, nothing stored, and the key in no reply, row or log. */
    async fails(name: ImageProvider, misbehave: Misbehave, expected: { code: string; status: number; says: RegExp }) {
      at(name).misbehaves(misbehave)
      const before = await customer.credits()
      const error = await customer.client.images.generateV2({ prompt }).then(
        () => undefined,
        (reason: unknown) => reason as { code: string; status: number; message: string },
      )
      expect(error).toMatchObject({ code: expected.code, status: expected.status })
      expect(error?.message).toMatch(expected.says)
      expect(error?.message).toMatch(/Nothing was charged/)
      expect(await customer.credits()).toBe(before)
      const runs = await customer.runs()
      expect(runs.at(-1)).toMatchObject({ state: 'failed', error_code: expected.code })
      const outputs = await app.core.database.db.selectFrom('run_images').select('run_id').execute()
      expect(outputs.filter(({ run_id }) => run_id === runs.at(-1)?.id)).toEqual([])
      expect([JSON.stringify(runs), log.join('\n'), error?.message].join('\n')).not.toContain(KEY)
    },
  }
}

/** What providers answer to an order, with what becomes of it and how often it was sent. */
const ORDER_FAILURES: readonly (readonly [
  string,
  Misbehave,
  { code: string; status: number; says: RegExp; sent: number },
])[] = [
  [
    'a wrong key, which the reply quotes',
    always('order', { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } }),
    { code: 'engine_unavailable', status: 503, says: /does not accept the key of this server \(PLATELIGHT_/, sent: 1 },
  ],
  [
    'an empty account',
    always('order', { status: 402, body: { detail: 'Insufficient credits.' } }),
    { code: 'engine_unavailable', status: 503, says: /gives this server no more pictures/, sent: 1 },
  ],
  [
    'an exhausted quota as 429',
    always('order', { status: 429, body: { error: { code: 'insufficient_quota', message: 'Check your billing.' } } }),
    { code: 'engine_unavailable', status: 503, says: /gives this server no more pictures/, sent: 1 },
  ],
  [
    'a refusal by its rules',
    always('order', { status: 400, body: { error: { code: 'moderation_blocked', message: 'by our safety system' } } }),
    { code: 'content_refused', status: 400, says: /forbid this picture or its prompt.*in other words/, sent: 1 },
  ],
  [
    'an order that it does not take',
    always('order', { status: 422, body: { detail: [{ loc: ['body'], msg: 'field required', type: 'missing' }] } }),
    { code: 'engine_failed', status: 503, says: /does not take this order/, sent: 1 },
  ],
  [
    '429 with a long Retry-After',
    always('order', { status: 429, headers: { 'retry-after': '120' }, body: { detail: 'Too many requests' } }),
    { code: 'overloaded', status: 503, says: /Try again in 120 seconds/, sent: 1 },
  ],
  [
    '500 again and again',
    always('order', { status: 500, body: { detail: 'Internal Server Error' } }),
    { code: 'engine_failed', status: 503, says: /could not make the picture/, sent: 3 },
  ],
  [
    'a proxy that lost the order',
    always('order', { status: 504, body: HTML }),
    { code: 'engine_failed', status: 503, says: /not ordered a second time/, sent: 1 },
  ],
  [
    'a cut connection',
    (step, _count, response) => {
      if (step !== 'order') return undefined
      response.socket?.destroy()
      return 'handled'
    },
    { code: 'engine_failed', status: 503, says: /not ordered a second time/, sent: 1 },
  ],
  [
    'malformed JSON',
    always('order', { body: '{"id": "task-1", "polling' }),
    { code: 'engine_failed', status: 503, says: /no usable picture|not ordered a second time/, sent: 1 },
  ],
  [
    'HTML',
    always('order', { headers: { 'content-type': 'text/html' }, body: HTML }),
    { code: 'engine_failed', status: 503, says: /no usable picture|not ordered a second time/, sent: 1 },
  ],
  [
    '200 MB',
    (step, _count, response) => (step === 'order' ? endless(response) : undefined),
    { code: 'engine_failed', status: 503, says: /no usable picture/, sent: 1 },
  ],
]

describe.each(['bfl', 'openai-compatible'] as const)('when an order is sent, %s answers with', (name) => {
  const { at, fails, customer } = chainOf([name])
  test.each(ORDER_FAILURES)('%s', async (_, misbehave, expected) => {
    await fails(name, misbehave, expected)
    expect(at(name).counts.order).toBe(expected.sent)
  })

  test('429 with a short Retry-After: the order is sent again, and paid once', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' }, body: { detail: 'Too many requests' } }
    at(name).misbehaves((step, count) => (step === 'order' && count === 1 ? busy : undefined))
    const before = await customer().credits()
    expect((await customer().client.images.generateV2({ prompt })).status).toBe('completed')
    expect([at(name).orders.length, before - (await customer().credits())]).toEqual([1, 1])
  })
})

describe('after the order was taken', () => {
  const { at, app, fails, customer } = chainOf(['bfl'])
  const state = (status: string): Misbehave => always('state', { body: { id: 'task-1', status, result: null } })
  const picture = (reply: WireReply) => always('picture', reply)

  test.each([
    ['its rules forbid the result', state('Content Moderated'), 'content_refused', 400, /forbid this picture/, 1],
    ['the work fails again and again', state('Error'), 'engine_failed', 503, /could not make the picture/, 3],
    ['it forgot the order', always('state', { status: 404, body: {} }), 'engine_failed', 503, /no usable picture/, 1],
    ['its picture is HTML', picture({ body: HTML }), 'engine_failed', 503, /cannot be used/, 1],
    ['its picture is gone', picture({ status: 404, body: '' }), 'engine_failed', 503, /no usable picture/, 1],
    [
      'its picture is elsewhere',
      picture({ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }),
      'engine_failed',
      503,
      /no usable picture/,
      1,
    ],
  ] as const)('%s', async (_, misbehave, code, status, says, orders) => {
    await fails('bfl', misbehave, { code, status, says })
    expect(at('bfl').orders).toHaveLength(orders)
  })

  test('its picture has 200 MB', async () => {
    const large: Misbehave = (step, _count, response) => (step === 'picture' ? endless(response) : undefined)
    await fails('bfl', large, { code: 'engine_failed', status: 503, says: /no usable picture/ })
  })

  test('its picture is on a private host that the operator did not name', async () => {
    const sample = 'http://127.0.0.1:9/picture.png'
    const private_ = always('state', { body: { id: 'task-1', status: 'Ready', result: { sample } } })
    await fails('bfl', private_, { code: 'engine_failed', status: 503, says: /no usable picture/ })
  })

  test('a picture of another shape is cropped to the one asked for, and the reply says so', async () => {
    const square = await pictureOf({ width: 900, height: 900 })
    at('bfl').misbehaves((step, _count, response) => {
      if (step !== 'picture') return undefined
      response.writeHead(200, { 'content-type': 'image/png' }).end(square)
      return 'handled'
    })
    const made = await customer().client.images.generateV2({ prompt, aspect_ratio: '16:9' })
    expect(made.images).toMatchObject([{ width: 1024, height: 576 }])
    expect(made.warnings).toEqual([
      { code: 'model_size_cropped', message: expect.stringMatching(/900 x 900.*cropped/) },
      { code: 'model_size_enlarged', message: expect.stringMatching(/900 x 506.*enlarged to 1024 x 576/) },
    ])
    const bytes = Buffer.from(await (await fetch(made.images[0]!.url)).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1024, height: 576 })
  })

  test('a job that is cancelled while the provider says nothing ends at once, and costs nothing', async () => {
    const { client, credits } = customer()
    const before = await credits()
    at('bfl').takesPolls(1_000_000)
    const { id } = await client.jobs.submit('generate_image', { prompt })
    await expect.poll(() => at('bfl').orders.length).toBe(1)
    await client.jobs.delete(String(id))
    at('bfl').takesPolls(1)
    expect(await credits()).toBe(before)
    const run = await app()
      .core.database.db.selectFrom('runs')
      .selectAll()
      .where('id', '=', String(id))
      .executeTakeFirst()
    expect(run?.state).toBe('revoked')
  })
})

describe('of two providers', () => {
  const { at, customer, fails } = chainOf(['bfl', 'fal'])

  test('the second makes the picture where the first takes no order, and it is paid and charged once', async () => {
    at('bfl').misbehaves(always('order', { status: 503, body: HTML }))
    const before = await customer().credits()
    const made = await customer().client.images.generateV2({ prompt })
    expect(made).toMatchObject({ engine: 'fal', model: 'flux-2-pro', credits_used: 1 })
    expect([at('bfl').orders.length, at('fal').orders.length]).toEqual([0, 1])
    expect(before - (await customer().credits())).toBe(1)
  })

  test('the second is not asked for what the rules of the first forbid', async () => {
    const state = always('state', { body: { id: 'task-1', status: 'Request Moderated', result: null } })
    await fails('bfl', state, { code: 'content_refused', status: 400, says: /rules of bfl/ })
    expect(at('fal').counts.order).toBe(0)
  })

  test('the second is not asked where the first may have taken the order', async () => {
    await fails('bfl', always('order', { status: 502, body: HTML }), {
      code: 'engine_failed',
      status: 503,
      says: /not ordered a second time/,
    })
    expect(at('fal').counts.order).toBe(0)
  })

  test('a model that only the second has is made there', async () => {
    const made = await customer().client.images.generate({ prompt, model: 'seeddream' })
    expect(made).toMatchObject({ engine: 'fal', model: 'seeddream', warnings: [] })
    expect([at('bfl').counts.order, at('fal').orders.length]).toEqual([0, 1])
  })
})

test('the dearest model is refused where no provider has it, before anything is held', async () => {
  const standIn = await providerStandIn('openai')
  const app = await startApp({ env: { PLATELIGHT_ENGINE_SYNTHESIS: 'openai', ...standIn.env } })
  const { client, runs } = await app.customer()
  await expect(client.images.generate({ prompt, model: 'flux-2-max' })).rejects.toMatchObject({
    status: 400,
    code: 'bad_request',
    message: expect.stringMatching(/flux-2-max is not offered.*openai/),
  })
  expect(await runs()).toEqual([])
  await app.close()
  await standIn.close()
})
