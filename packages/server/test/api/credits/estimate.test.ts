import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { paidEndpoints } from '../../support/paid-endpoints.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 40 })
})
afterAll(() => app.close())

const estimate = (request: Record<string, unknown>) => customer.client.service.estimate(request as never)
const image_url = 'https://example.com/ramen.jpg'

test('a request is priced for its quantity and compared with the balance', async () => {
  expect(await estimate({ path: '/api/upscale', body: { image_url, scale: 4 }, quantity: 23 })).toEqual({
    operation: 'upscale',
    credits_each: 2,
    credits: 46,
    available_credits: 40,
    affordable: false,
    estimated_seconds: expect.any(Number),
    deadline_seconds: 300,
  })
  expect(await estimate({ path: '/api/upscale', body: { image_url }, quantity: 40 })).toMatchObject({
    credits_each: 1,
    credits: 40,
    affordable: true,
  })
})

test.each([
  ['/v1/photos/enhance', { imageUrl: image_url, formats: ['square', 'portrait'] }, 'enhance', 1],
  ['/api/enhance', { image_url, preset: 'print-ready', options: { upscale: true } }, 'enhance', 1],
  ['/api/upscale', { image_url, scale: 2 }, 'upscale', 1],
  ['/api/upscale', { image_url, scale: 4, format: 'webp' }, 'upscale', 2],
])('%s with %j is %s at %d', async (path, body, operation, each) => {
  expect(await estimate({ path, body })).toMatchObject({ operation, credits_each: each, credits: each })
})

test('a free endpoint has the price 0, whatever the method', async () => {
  expect(await estimate({ path: '/api/keys/create', body: { name: 'Menu import' } })).toMatchObject({
    operation: 'keys.create',
    credits: 0,
    affordable: true,
  })
  expect(await estimate({ method: 'GET', path: '/api/models' })).toMatchObject({
    operation: 'catalogs.models',
    credits: 0,
  })
  expect(await estimate({ method: 'GET', path: '/v1/photos?limit=5' })).toMatchObject({ credits: 0 })
  expect(await estimate({ method: 'DELETE', path: '/v1/photos/run_1' })).toMatchObject({ credits: 0 })
})

describe('the expected duration', () => {
  const seconds = async (request: Record<string, unknown>) => (await estimate(request)).estimated_seconds ?? Number.NaN

  test('grows with the picture: the given size, that of a stored picture, or that of phones', async () => {
    const path = '/api/upscale'
    const unknown = await seconds({ path, body: { image_url } })
    expect(await seconds({ path, body: { image_url }, width: 4_000, height: 3_000 })).toBe(unknown)
    expect(await seconds({ path, body: { image_url }, width: 1_000, height: 750 })).toBeLessThan(unknown / 4)
    const stored = await customer.client.uploads.create(new Uint8Array(await dishPhoto({ width: 100, height: 75 })))
    const small = await seconds({ path, body: { image_url: stored.url } })
    expect(small).toBeLessThan(unknown / 10)
    const image_urls = Array.from({ length: 8 }, () => stored.url)
    expect(await seconds({ path: '/api/batch-process', body: { image_urls, operation: 'upscale' } })).toBeGreaterThan(
      small,
    )
  })

  test('comes with the deadline of the call, or alone if the reply does not wait', async () => {
    expect(await estimate({ path: '/api/enhance', body: { image_url } })).toMatchObject({ deadline_seconds: 60 })
    const job = await estimate({ path: '/api/jobs/submit', body: { job_type: 'upscale', params: { image_url } } })
    expect(job).toMatchObject({ estimated_seconds: await seconds({ path: '/api/upscale', body: { image_url } }) })
    expect(job).not.toHaveProperty('deadline_seconds')
    expect(await estimate({ path: '/api/keys/create', body: { name: 'x' } })).not.toHaveProperty('estimated_seconds')
  })
})

test('a field that the endpoint would ignore is named, because the price may be unexpected', async () => {
  const body = { image_url, scael: 4, options: { loud: true } }
  expect(await estimate({ path: '/api/upscale', body })).toMatchObject({
    credits: 1,
    ignored_fields: ['scael', 'options'],
  })
  const nested = { image_url, options: { upscale: true, remove_backround: true } }
  expect(await estimate({ path: '/api/enhance', body: nested })).toMatchObject({
    ignored_fields: ['options.remove_backround'],
  })
  const flood = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]))
  const { ignored_fields } = await estimate({ path: '/api/enhance', body: { image_url, options: flood } })
  expect(ignored_fields).toHaveLength(100)
})

test('a form is priced by its fields, with or without the names of its files', async () => {
  expect(await estimate({ path: '/api/mobile/uploads' })).toMatchObject({ operation: 'mobile.uploads', credits: 0 })
  expect(await estimate({ path: '/api/mobile/uploads', body: { image: 'ramen.jpg' } })).toMatchObject({ credits: 0 })
})

describe('an estimate is refused like the request', () => {
  test('a body that does not fit is 422, with the location inside the request', async () => {
    await expect(estimate({ path: '/api/upscale', body: { scale: 3, format: 'bmp' } })).rejects.toMatchObject({
      status: 422,
      detail: expect.arrayContaining([
        expect.objectContaining({ loc: ['body', 'body', 'image_url'], msg: 'is required' }),
        expect.objectContaining({ loc: ['body', 'body', 'scale'] }),
        expect.objectContaining({ loc: ['body', 'body', 'format'] }),
      ]),
    })
    await expect(estimate({ path: '/v1/photos/enhance' })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'body', 'imageUrl'] }],
    })
    for (const limit of ['many', 'Infinity', '0', '1.5']) {
      await expect(estimate({ method: 'GET', path: `/v1/photos?limit=${limit}` }), limit).rejects.toMatchObject({
        detail: [{ loc: ['body', 'path', 'limit'] }],
      })
    }
  })

  test('the estimate itself is validated like any request', async () => {
    await expect(estimate({})).rejects.toMatchObject({ detail: [{ loc: ['body', 'path'] }] })
    for (const wrong of [{ quantity: 0 }, { quantity: 1.5 }, { quantity: 1e9 }, { method: 'BREW' }, { body: [] }]) {
      const [field] = Object.keys(wrong)
      await expect(estimate({ path: '/api/enhance', body: { image_url }, ...wrong })).rejects.toMatchObject({
        status: 422,
        detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', field] })]),
      })
    }
  })

  test('an unknown path or method is 404', async () => {
    for (const path of ['/api/upscal', '/', '//', '/api/upscale/', '/../etc/passwd', '/v1/photos/%E0%A4%A']) {
      await expect(estimate({ path, body: { image_url } }), path).rejects.toMatchObject({
        status: 404,
        code: 'not_found',
      })
    }
    await expect(estimate({ method: 'GET', path: '/api/upscale' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('POST'),
    })
  })

  test('a retired endpoint is 410 with its sentence', async () => {
    await expect(estimate({ path: '/api/payment/create-intent' })).rejects.toMatchObject({
      status: 410,
      code: 'endpoint_retired',
    })
  })
})

test('an estimate writes nothing and looks nothing up', async () => {
  const other = await app.customer({ credits: 3 })
  const before = await other.entries()
  for (const address of ['http://169.254.169.254/latest', 'no address at all', `${app.url}/files/nothing.jpg`]) {
    await other.client.service.estimate({ path: '/api/enhance', body: { image_url: address } })
  }
  expect(await other.entries()).toEqual(before)
  expect(await other.runs()).toEqual([])
})

test('every built endpoint that costs has a price, and a call is charged exactly that', async () => {
  const { client, credits, headers } = await app.customer({ credits: 100 })
  const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 64, height: 48 })))
  const built = paidEndpoints(url)
  expect(built.length).toBeGreaterThanOrEqual(3)
  for (const { path, body } of built) {
    const { credits: price } = await client.service.estimate({ path, body })
    const before = await credits()
    const reply = await fetch(app.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([reply.status, price, path]).toEqual([200, before - (await credits()), path])
  }
})
