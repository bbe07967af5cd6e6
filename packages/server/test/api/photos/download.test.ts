import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let photo: Buffer
let result: string
let upload: string
let now = Date.now()

beforeAll(async () => {
  app = await startApp({
    clock: { now: () => new Date(now) },
    env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1' },
  })
  customer = await app.customer()
  photo = await dishPhoto({ width: 160, height: 120 })
  upload = (await customer.client.uploads.create(new Uint8Array(photo))).url
  result = (await customer.client.images.enhance({ image_url: upload })).enhanced_url
})
afterAll(() => app.close())

/** Without a credential, because the endpoint is public. */
const download = (query: Record<string, string>, init?: RequestInit) =>
  fetch(`${app.url}/api/mobile/download?${new URLSearchParams(query)}`, init)

const refusal = async (query: Record<string, string>) => {
  const reply = await download(query)
  const { error, detail } = await reply.json()
  return [reply.status, error?.code ?? detail?.[0].loc.join('.')]
}

test('a result is an attachment with the bytes of its address', async () => {
  const reply = await download({ url: result, filename: 'ramen.jpg' })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="ramen.jpg"; filename*=UTF-8''ramen.jpg`)
  expect(reply.headers.get('content-type')).toBe('image/jpeg')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(Buffer.compare(bytes, Buffer.from(await (await fetch(result)).arrayBuffer()))).toBe(0)
})

test('the client downloads it by its path', async () => {
  const { data, response } = await customer.client.raw.GET('/api/mobile/download', {
    params: { query: { url: result, filename: 'ramen.jpg' } },
    parseAs: 'arrayBuffer',
  })
  expect(response.headers.get('content-disposition')).toContain('ramen.jpg')
  const file = await (await fetch(result)).arrayBuffer()
  expect(Buffer.compare(Buffer.from(data as ArrayBuffer), Buffer.from(file))).toBe(0)
})

test('without a name it keeps the name of its address', async () => {
  const reply = await download({ url: result })
  expect(reply.headers.get('content-disposition')).toContain(`filename="${result.split('/').at(-1)}"`)
})

test('ranges, the ETag and HEAD work like for the file itself', async () => {
  const whole = Buffer.from(await (await download({ url: result })).arrayBuffer())
  const part = await download({ url: result, filename: 'a.jpg' }, { headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`])
  expect(part.headers.get('content-disposition')).toContain('a.jpg')
  expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), whole.subarray(10, 20))).toBe(0)
  expect((await download({ url: result }, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
  const etag = part.headers.get('etag')!
  expect((await download({ url: result }, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await download({ url: result }, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
})

describe('a signed link', () => {
  test('works until it expires', async () => {
    const reply = await download({ url: upload, filename: 'original' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-disposition')).toContain('filename="original.jpg"')
    expect(Buffer.compare(Buffer.from(await reply.arrayBuffer()), photo)).toBe(0)
  })

  test('is cached no longer than it is valid, here and at its own address', async () => {
    now += 20 * 3_600_000
    for (const reply of [await download({ url: upload }), await fetch(upload)]) {
      const keptFor = Number(/^private, max-age=(\d+), immutable$/.exec(reply.headers.get('cache-control') ?? '')?.[1])
      const left = Number(new URL(upload).searchParams.get('exp')) - now / 1000
      expect(keptFor).toBeLessThanOrEqual(left)
      expect(keptFor).toBeGreaterThan(left - 2)
    }
    now -= 20 * 3_600_000
  })

  test('is 403 when its signature or time is missing, changed or expired', async () => {
    for (const url of [
      upload.split('?')[0]!,
      upload.replace(/&sig=.*/, ''),
      upload.replace(/exp=\d+&/, ''),
      upload.replace(/sig=../, 'sig=zz'),
      upload.replace(/exp=\d+/, 'exp=99999999999'),
      upload.replace(/exp=\d+/, 'exp=NaN'),
    ]) {
      expect(await refusal({ url }), url).toEqual([403, 'link_expired'])
    }
    now += 25 * 3_600_000
    expect(await refusal({ url: upload })).toEqual([403, 'link_expired'])
    now -= 25 * 3_600_000
  })
})

test('any other address is 400 without a request to it', async () => {
  let asked = 0
  const host = await imageHost((_, res) => {
    asked++
    res.end('no')
  })
  for (const url of [
    host.url(),
    'https://example.com/files/abc.jpg',
    `https://example.com/?${result}`,
    `${app.url}/api/account/credits`,
    `${app.url}/files/../platelight.db`,
    `${app.url}/files/%2e%2e%2fplatelight.db`,
    `${app.url}/files/a/b.jpg`,
  ]) {
    expect(await refusal({ url }), url).toEqual([400, 'image_url_blocked'])
  }
  for (const url of [
    '/files/abc.jpg',
    'abc',
    'file:///etc/passwd',
    result.replace('http', 'ftp'),
    'data:image/png;base64,AA',
  ]) {
    expect(await refusal({ url }), url).toEqual([400, 'image_url_invalid'])
  }
  expect(asked).toBe(0)
  await host.close()
})

test('a missing or deleted file is 404', async () => {
  expect(await refusal({ url: `${app.url}/files/neverwas.jpg` })).toEqual([404, 'not_found'])
  const { id, enhanced_url } = await customer.client.images.enhance({ image_url: upload })
  await customer.client.photos.delete(id)
  expect(await refusal({ url: enhanced_url })).toEqual([404, 'not_found'])
})

test('a missing address, or a name that is too long, is 422', async () => {
  expect(await refusal({})).toEqual([422, 'query.url'])
  expect(await refusal({ url: '' })).toEqual([422, 'query.url'])
  expect(await refusal({ url: result, filename: 'x'.repeat(256) })).toEqual([422, 'query.filename'])
})

describe('the name is made safe for every system', () => {
  /** The name that a browser would use, and the one that an old program would use. */
  const named = async (filename: string) => {
    const reply = await download({ url: result, filename })
    expect(reply.status).toBe(200)
    const header = reply.headers.get('content-disposition')!
    const [, plain, encoded] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(header)!
    expect(plain).toMatch(/^[\x20-\x7e]+$/)
    return decodeURIComponent(encoded!)
  }

  test.each([
    ['../../etc/passwd', 'passwd.jpg'],
    ['C:\\Windows\\system32\\evil.exe', 'evil.exe.jpg'],
    ['menu.html', 'menu.html.jpg'],
    ['Ramen.JPEG', 'Ramen.JPEG'],
    ['.htaccess', 'htaccess.jpg'],
    ['  spring menu .jpg ', 'spring menu .jpg'],
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie_ x=1.jpg'],
    ['say "cheese"; filename=evil.exe', 'say _cheese_; filename=evil.exe.jpg'],
    ['CON', 'CON_.jpg'],
    ['nul\u0000.jpg', 'nul_.jpg'],
    ['\u202Egpj.exe', '_gpj.exe.jpg'],
    ['Menü café', 'Menü café.jpg'],
    ['ラーメン🍜 👩‍🍳.jpg', 'ラーメン🍜 👩‍🍳.jpg'],
  ])('%j becomes %j', async (given, clean) => {
    expect(await named(given)).toBe(clean)
  })

  test.each(['', '   ', '...', '/', '../', '\n\n'])('%j leaves no name, so the file keeps its own', async (given) => {
    expect(await named(given)).toBe(result.split('/').at(-1))
  })

  test('a long name is cut between characters and keeps its extension', async () => {
    for (const letter of ['x', 'é', '麺', '👩‍🍳']) {
      const name = await named(letter.repeat(Math.floor(250 / letter.length)))
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.slice(0, -4).replaceAll(letter, '')).toBe('')
      expect(name.endsWith('.jpg')).toBe(true)
    }
  })
})

test('results are recognized behind a CDN in a folder of its host', async () => {
  const behind = await startApp({ env: { PLATELIGHT_CDN_URL: 'https://cdn.example.com/food' } })
  const { client } = await behind.customer()
  const { url } = await client.uploads.create(new Uint8Array(photo))
  const { enhanced_url } = await client.images.enhance({ image_url: url })
  expect(enhanced_url).toMatch(/^https:\/\/cdn\.example\.com\/food\/files\//)
  const ask = (address: string) =>
    fetch(`${behind.url}/api/mobile/download?${new URLSearchParams({ url: address })}`).then(({ status }) => status)
  expect(await ask(enhanced_url)).toBe(200)
  expect(await ask(enhanced_url.replace('/food/', '/drink/'))).toBe(400)
  expect((await client.images.upscale({ image_url: enhanced_url })).original_size).toEqual({ width: 160, height: 120 })
  await behind.close()
})
