import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { imageHost, serveBytes } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' } })
  photo = await dishPhoto({ width: 320, height: 240 })
})
afterAll(() => app.close())

beforeEach(async () => {
  customer = await app.customer({ credits: 5 })
})

// Every test here also checks that a refusal costs nothing and stores nothing.
afterEach(async () => {
  expect(await customer.credits()).toBe(5)
  await expect.poll(() => filesIn(join(app.dataFolder, 'incoming'))).toEqual([])
  expect(await filesIn(join(app.dataFolder, 'blobs', 'tmp'))).toEqual([])
  expect((await storedBlobs(app.dataFolder)).filter(({ key }) => key.startsWith('results/'))).toEqual([])
})

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json', ...headers },
    body,
  })

const enhanceFrom = async (bytes: Uint8Array, type?: string) => {
  const host = await serveBytes(bytes, type)
  try {
    return await customer.client.photos.enhance({ image: host.url(), upscale: false }).then(
      () => expect.fail('it was accepted'),
      (error: { status: number; code: string; message: string }) => error,
    )
  } finally {
    await host.close()
  }
}

const upload = async (bytes: Uint8Array, name = 'photo.jpg') => {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes)]), name)
  const reply = await fetch(`${app.url}/api/mobile/uploads`, { method: 'POST', headers: customer.headers, body: form })
  return [reply.status, await reply.json()] as const
}

describe('files that are not pictures', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  )
  const page = Buffer.from('<!doctype html><html><title>Not found</title></html>')

  test.each([
    ['text', Buffer.from('just words, forty of them or so, in a file'), 'unsupported_image', /.+/],
    ['an empty file', Buffer.alloc(0), 'image_unreadable', /empty/i],
    ['a web page named .jpg', page, 'unsupported_image', /web page|HTML/i],
    ['SVG', svg, 'unsupported_image', /SVG/],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj'), 'unsupported_image', /PDF/],
  ])('%s is refused by its content, from an address', async (_, bytes, code, words) => {
    const error = await enhanceFrom(bytes)
    expect(error).toMatchObject({ status: 400, code })
    expect(error.message).toMatch(words)
  })

  test.each([
    ['text', Buffer.from('just words, forty of them or so, in a file'), 'unsupported_image'],
    ['an empty file', Buffer.alloc(0), 'image_unreadable'],
    ['a web page named .jpg', page, 'unsupported_image'],
    ['SVG', svg, 'unsupported_image'],
  ])('%s is refused by its content, as an upload', async (_, bytes, code) => {
    const [status, body] = await upload(bytes)
    expect([status, body.error?.code]).toEqual([400, code])
  })
})

test('a truncated photo is unreadable', async () => {
  expect(await enhanceFrom(photo.subarray(0, photo.length - 3_000))).toMatchObject({
    status: 400,
    code: 'image_unreadable',
  })
  expect(await enhanceFrom(photo.subarray(0, 40))).toMatchObject({ status: 400, code: 'image_unreadable' })
})

test('a 60-megapixel bomb is refused by its header, with its size and the limit', async () => {
  const bomb = await plainPng(10_000, 6_000)
  const error = await enhanceFrom(bomb, 'image/png')
  expect(error).toMatchObject({ status: 400, code: 'image_too_large' })
  expect(error.message).toMatch(/60/)
  expect(error.message).toMatch(/50/)
  expect((await upload(bomb, 'bomb.png'))[1].error.code).toBe('image_too_large')
})

test('a file of 26 MB is refused, with and without Content-Length', async () => {
  const big = Buffer.concat([photo, Buffer.alloc(26_000_000)])
  expect(await enhanceFrom(big)).toMatchObject({ status: 400, code: 'image_too_large' })
  const host = await imageHost((_, res) => {
    res.writeHead(200, { 'content-type': 'image/jpeg' })
    res.end(big)
  })
  await expect(customer.client.photos.enhance({ image: host.url() })).rejects.toMatchObject({ code: 'image_too_large' })
  await host.close()
  const [status, body] = await upload(big)
  expect([status, body.error.code]).toEqual([413, 'body_too_large'])
})

describe('addresses without a picture', () => {
  test.each([
    ['no URL at all', 'photo.jpg', 'image_url_invalid'],
    ['another scheme', 'file:///etc/passwd', 'image_url_invalid'],
    ['a password in it', 'https://user:pass@example.com/a.jpg', 'image_url_invalid'],
    ['a closed port', 'http://127.0.0.1:9/a.jpg', 'image_unreachable'],
    ['a name that does not exist', 'http://nowhere.invalid/a.jpg', 'image_unreachable'],
  ])('%s', async (_, imageUrl, code) => {
    const reply = await post('/v1/photos/enhance', JSON.stringify({ imageUrl }))
    expect([reply.status, (await reply.json()).error.code]).toEqual([400, code])
  })

  test('a 404 is reported with the status of the host', async () => {
    const host = await imageHost((_, res) => res.writeHead(404).end())
    await expect(customer.client.images.enhance({ image_url: host.url() })).rejects.toMatchObject({
      code: 'image_unreachable',
      message: expect.stringMatching(/404/),
    })
    await host.close()
  })

  test('a slow host is abandoned at the time limit', async () => {
    const host = await imageHost((_, res) => {
      res.writeHead(200, { 'content-type': 'image/jpeg' })
      const drip = setInterval(() => res.write(Buffer.from([0xff])), 100)
      res.once('close', () => clearInterval(drip))
    })
    const hasty = await startApp({ env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1', PLATELIGHT_DOWNLOAD_SECONDS: '1' } })
    const { client } = await hasty.customer()
    const error = await client.photos.enhance({ image: host.url() }).catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 400, code: 'image_unreachable', message: expect.stringMatching(/1 second/) })
    await hasty.close()
    await host.close()
  })

  test('more than three redirects are refused', async () => {
    const host = await imageHost((req, res) => res.writeHead(302, { location: `${req.url}x` }).end())
    await expect(customer.client.photos.enhance({ image: host.url('/') })).rejects.toMatchObject({
      code: 'image_unreachable',
      message: expect.stringMatching(/redirect/),
    })
    await host.close()
  })
})

describe('requests that do not fit the document', () => {
  test('ten errors in one body are reported at once, each with its location', async () => {
    const body = {
      imageUrl: 7,
      preset: 'neon',
      formats: ['round', 'oval', 'flat', 'tall', 'wide', 9],
      upscale: 'yes',
      removeBackground: 1,
    }
    const reply = await post('/v1/photos/enhance', JSON.stringify(body))
    const { detail } = (await reply.json()) as { detail: { loc: (string | number)[]; msg: string; type: string }[] }
    expect(reply.status).toBe(422)
    expect(detail.length).toBeGreaterThanOrEqual(10)
    expect(detail.every(({ loc, msg, type }) => loc[0] === 'body' && msg && type)).toBe(true)
    const places = detail.map(({ loc }) => loc.join('.'))
    expect(places).toEqual(
      expect.arrayContaining([
        'body.imageUrl',
        'body.preset',
        'body.formats.0',
        'body.formats.5',
        'body.upscale',
        'body.removeBackground',
      ]),
    )
  })

  test('a missing address is 422, a malformed one 400', async () => {
    const missing = await post('/api/enhance', '{}')
    expect([missing.status, (await missing.json()).detail[0].loc]).toEqual([422, ['body', 'image_url']])
    expect((await post('/api/enhance', '{"image_url":"::"}')).status).toBe(400)
  })

  test('malformed JSON is 400 bad_json and names the position', async () => {
    const reply = await post('/api/enhance', '{"image_url": "https://example.com/a.jpg",}')
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { code: 'bad_json', message: expect.stringMatching(/\d/) } })
  })

  test('a string in place of a file is 422 at that field', async () => {
    const form = new FormData()
    form.append('image', 'https://example.com/photo.jpg')
    const reply = await fetch(`${app.url}/api/mobile/uploads`, {
      method: 'POST',
      headers: customer.headers,
      body: form,
    })
    expect([reply.status, (await reply.json()).detail[0].loc]).toEqual([422, ['body', 'image']])
  })

  test('another media type is 415', async () => {
    const reply = await post('/api/enhance', 'image_url=https://example.com/a.jpg', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect([reply.status, (await reply.json()).error.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('unknown fields are ignored and named', async () => {
    const reply = await post('/api/keys/create', JSON.stringify({ name: 'x', colour: 'red' }))
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, 'colour'])
  })
})

describe('callers without permission', () => {
  test.each([
    ['no key', undefined],
    ['a wrong key', 'Bearer pl_live_0000000000000000000000000000000000000000000000000'],
    ['a key with a typo', 'Bearer pl_live_x'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a forged token', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhY2NfMSJ9.'],
  ])('%s is 401 with the headers of every reply', async (_, authorization) => {
    const reply = await fetch(`${app.url}/v1/account/credits`, { headers: authorization ? { authorization } : {} })
    expect([reply.status, (await reply.json()).error.code]).toEqual([401, 'unauthorized'])
    for (const header of ['x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'www-authenticate']) {
      expect(reply.headers.get(header), header).toBeTruthy()
    }
  })

  test('a read-only key cannot spend credits, and creates no key with more scopes', async () => {
    const { key } = await customer.client.keys.create({ name: 'reader', scopes: ['read'] })
    const reader = new Platelight({ baseUrl: app.url, apiKey: key, maxRetries: 0 })
    expect((await reader.account.credits()).credits).toBe(5)
    await expect(reader.images.enhance({ image_url: 'https://example.com/a.jpg' })).rejects.toMatchObject({
      status: 403,
      code: 'scope_missing',
    })
    const { key: narrow } = await customer.client.keys.create({ name: 'accountant', scopes: ['account'] })
    const accountant = new Platelight({ baseUrl: app.url, apiKey: narrow, maxRetries: 0 })
    await expect(accountant.keys.create({ name: 'wide', scopes: ['images'] })).rejects.toMatchObject({
      status: 403,
      code: 'scope_missing',
    })
  })
})
