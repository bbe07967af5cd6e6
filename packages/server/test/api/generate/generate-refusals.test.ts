import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight, ValidationError } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_PROVIDERS } from '../../../src/base/engine-capability.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { stepwiseEngine } from '../../support/stepwise-engine.ts'
import { jobEnded } from '../../support/submit-batches.ts'
import { onPostgres, onSqlite } from '../../support/test-database.ts'

const prompt = 'Tacos on slate'
const photo = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))

/** Every call that makes pictures from words. */
const DOORS: Readonly<Record<string, (client: Customer['client'], words: string) => PromiseLike<unknown>>> = {
  '/api/generate': (client, words) => client.images.generate({ prompt: words }),
  '/api/generate-v2': (client, words) => client.images.generateV2({ prompt: words }),
  '/api/mobile/create': (client, words) => client.mobile.create({ prompt: words }),
  '/api/mobile/jobs/create': (client, words) => client.mobileJobs.create({ prompt: words }),
  '/api/jobs/generate': (client, words) => client.mobileJobs.generate({ prompt: words }),
  '/api/jobs/submit': (client, words) => client.jobs.submit('generate_image', { prompt: words }),
  estimate: (client, words) => client.service.estimate({ path: '/api/generate-v2', body: { prompt: words } }),
}

describe('a request that cannot be drawn', () => {
  let app: TestApp
  let customer: Customer
  beforeAll(async () => {
    app = await startApp()
    customer = await app.customer({ credits: 20 })
  })
  afterAll(async () => {
    expect(await customer.runs()).toEqual([])
    expect(await customer.credits()).toBe(20)
    await app.close()
  })

  test.each(['', 'x'.repeat(10_000)])(
    'an empty prompt, or one of 10,000 characters, is refused by every door',
    async (words) => {
      for (const [door, call] of Object.entries(DOORS)) {
        await expect(call(customer.client, words), door).rejects.toMatchObject({ status: 422 })
      }
    },
  )

  test.each(['   \n', '!?…'])(
    'a prompt without words (%j) is refused by every door, with what to do',
    async (words) => {
      for (const [door, call] of Object.entries(DOORS)) {
        const refusal = { status: 400, code: 'bad_request', message: expect.stringContaining('Describe the picture') }
        await expect(call(customer.client, words), door).rejects.toMatchObject(refusal)
      }
    },
  )

  test.each(Object.keys(DOORS).filter((door) => door.startsWith('/api/') && door !== '/api/jobs/submit'))(
    '%s names every wrong field at once, and requires a credential first',
    async (path) => {
      const send = (headers: Record<string, string>, body: object) => {
        const json = { 'content-type': 'application/json', ...headers }
        return fetch(app.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
      }
      expect((await send({}, { prompt })).status).toBe(401)
      const missing = await send(customer.headers, { style: 'loud' })
      expect(missing.status).toBe(422)
      const { detail } = (await missing.json()) as { detail: { loc: string[] }[] }
      expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(['body.prompt', 'body.style'])
    },
  )

  test('too many pictures or references, and values outside the contract, are all named at once', async () => {
    const { client } = customer
    const body = {
      prompt,
      num_outputs: 5,
      resolution: '8K',
      aspect_ratio: '2:1',
      reference_images: Array(15).fill('https://example.com/a.jpg'),
    }
    const error = await client.images.generateV2(body as never).catch((reason: unknown) => reason)
    if (!(error instanceof ValidationError)) throw error
    expect(error.detail.map(({ loc }) => loc.join('.')).sort()).toEqual([
      'body.aspect_ratio',
      'body.num_outputs',
      'body.reference_images',
      'body.resolution',
    ])
  })
})

describe('a reference that cannot be used is named, and nothing is kept of the others', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  const refusalOf = async (customer: Customer, address: string) => {
    const { url } = await customer.client.uploads.create(photo)
    const call = customer.client.images.generateV2({ prompt, reference_images: [url, address] })
    const error = (await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )) as { code: string; message: string } | undefined
    const images = await app.core.database.db.selectFrom('run_images').select('role').execute()
    return { code: error?.code, message: error?.message, outputs: images.filter(({ role }) => role === 'output') }
  }

  test.each([
    ['a private address', 'http://127.0.0.1:9/a.jpg', 'image_url_blocked'],
    ['not an address', 'ramen.jpg', 'image_url_invalid'],
  ])('%s', async (_, address, code) => {
    const customer = await app.customer()
    expect(await refusalOf(customer, address)).toMatchObject({ code, outputs: [] })
    expect((await refusalOf(customer, address)).message).toMatch(/^reference_images\.1: /)
    expect(await customer.runs()).toEqual([])
  })

  test('a picture of another account', async () => {
    const customer = await app.customer()
    const other = await (await app.customer()).client.uploads.create(
      new Uint8Array(await dishPhoto({ width: 50, height: 40 })),
    )
    expect(await refusalOf(customer, other.url)).toMatchObject({ code: 'image_unreachable', outputs: [] })
  })

  test('a picture whose end is damaged', async () => {
    const customer = await app.customer()
    const whole = await dishPhoto({ width: 640, height: 480 })
    const cut = await customer.client.uploads.create(new Uint8Array(whole.subarray(0, whole.length / 3)))
    const { code, message, outputs } = await refusalOf(customer, cut.url)
    expect({ code, outputs }).toEqual({ code: 'image_unreadable', outputs: [] })
    expect(message).toMatch(/^reference_images\.1: /)
  })
})

describe('where no engine makes pictures from words', () => {
  const refusal = {
    status: 503,
    code: 'engine_unavailable',
    message: expect.stringContaining('PLATELIGHT_ENGINE_SYNTHESIS'),
    details: { capability: 'synthesis', setting: 'PLATELIGHT_ENGINE_SYNTHESIS' },
  }
  test.each([
    ['the operator turned it off', { PLATELIGHT_ENGINE_SYNTHESIS: 'off' }],
    ['production has no setting', { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }],
  ])('every door names the setting before anything is held: %s', async (_, env) => {
    const app = await startApp({ env })
    const { client, runs, entries } = await app.customer({ credits: 9 })
    const before = await entries()
    for (const [door, call] of Object.entries(DOORS))
      await expect(call(client, prompt), door).rejects.toMatchObject(refusal)
    expect(await runs()).toEqual([])
    expect(await entries()).toEqual(before)
    const { operations, engines } = await client.service.capabilities()
    const setting = 'PLATELIGHT_ENGINE_SYNTHESIS'
    expect(operations.filter(({ operation }) => /^generate/.test(operation))).toEqual(
      ['generate', 'generate-v2'].map((operation) => ({ operation, available: false, engine: null, setting })),
    )
    expect(engines).toContainEqual({
      capability: 'synthesis',
      engine: null,
      setting,
      choices: ['preview', ...IMAGE_PROVIDERS, 'off'],
    })
    await app.close()
  })

  test('production draws placeholders where the operator chose that', async () => {
    const env = { NODE_ENV: 'production', PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' }
    const app = await startApp({ env: { ...env, PLATELIGHT_ENGINE_SYNTHESIS: 'preview' } })
    const { client } = await app.customer()
    expect((await client.images.generateV2({ prompt })).model).toBe('preview')
    const { engines, operations } = await client.service.capabilities()
    expect(engines.find(({ capability }) => capability === 'synthesis')?.engine).toBe('preview')
    expect(operations.find(({ operation }) => operation === 'generate-v2')).toEqual({
      operation: 'generate-v2',
      available: true,
      engine: 'preview',
    })
    expect((await client.jobs.queueStatus()).engines).toContainEqual({
      capability: 'synthesis',
      engine: 'preview',
      model: null,
    })
    await app.close()
  })

  /** A job that was accepted while there was an engine, on a server that has none. */
  const acceptedBefore = async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-test-'))
    const { engine, held } = stepwiseEngine()
    const before = await startApp({ dataFolder, engine })
    const { client, key } = await before.customer()
    const { id } = await client.jobs.submit('generate_image', { prompt })
    await expect.poll(() => held.length).toBe(1)
    await before.close()
    const after = await startApp({ dataFolder, env: { PLATELIGHT_ENGINE_SYNTHESIS: 'off' } })
    const end = async () => {
      await after.close()
      await rm(dataFolder, { recursive: true })
    }
    return { id: String(id), dataFolder, end, client: new Platelight({ baseUrl: after.url, apiKey: key }) }
  }

  // One of several processes leaves the job to those that have an engine.
  test(
    'a job that was accepted before it was turned off fails with the setting instead of waiting forever',
    onSqlite,
    async () => {
      const { client, id, end } = await acceptedBefore()
      expect(await jobEnded(client, id)).toMatchObject({
        status: 'FAILURE',
        error_code: 'engine_unavailable',
        error: expect.stringContaining('PLATELIGHT_ENGINE_SYNTHESIS'),
      })
      await end()
    },
  )

  test(
    'a job that was accepted before it was turned off in one of several processes waits for another',
    onPostgres,
    async () => {
      const { client, id, dataFolder, end } = await acceptedBefore()
      const refused = await client.jobs.submit('generate_image', { prompt }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 503, code: 'engine_unavailable' })
      expect(await client.jobs.status(id)).toMatchObject({ status: 'PENDING' })
      const other = await startApp({ dataFolder })
      expect(await jobEnded(client, id)).toMatchObject({ status: 'SUCCESS' })
      await other.close()
      await end()
    },
  )
})
