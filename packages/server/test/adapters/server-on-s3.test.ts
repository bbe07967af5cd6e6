import { randomUUID } from 'node:crypto'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { faultProxy } from '../support/blobs/fault-proxy.ts'
import { S3_PROGRAMS, type S3Server, startS3 } from '../support/blobs/s3-server.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { type Customer, type StartOptions, startApp, type TestApp } from '../support/start-app.ts'

let s3: S3Server
let proxy: Awaited<ReturnType<typeof faultProxy>>
let app: TestApp
const lines: string[] = []

/** A server behind the proxy. */
const start = (env: Record<string, string> = {}, options: StartOptions = {}): Promise<TestApp> => {
  const PLATELIGHT_S3_PREFIX = randomUUID()
  return startApp({
    ...options,
    env: { ...s3.env, PLATELIGHT_S3_PREFIX, PLATELIGHT_S3_ENDPOINT: proxy.endpoint, ...env },
    log: (line) => lines.push(line),
  })
}

const upload = async ({ client }: Customer): Promise<string> =>
  (await client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240 })))).url

describe('a server that keeps its pictures in S3', needs(...S3_PROGRAMS), () => {
  beforeAll(async () => {
    s3 = await startS3()
    proxy = await faultProxy(s3.settings.endpoint)
    app = await start()
  })
  afterAll(async () => {
    await app?.close()
    await proxy?.close()
    await s3?.stop()
  })
  afterEach(() => proxy.faults(() => 'pass'))

  test('makes, serves and deletes pictures as from its folder', async () => {
    const customer = await app.customer({ credits: 5 })
    const { id, enhanced } = await customer.client.photos.enhance({
      image: await upload(customer),
      formats: ['original'],
    })
    const address = enhanced.original ?? ''
    const whole = await fetch(address)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(whole.status).toBe(200)
    expect(bytes.byteLength).toBe(Number(whole.headers.get('content-length')))

    const part = await fetch(address, { headers: { range: 'bytes=5-9' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${bytes.byteLength}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true)
    const outside = await fetch(address, { headers: { range: 'bytes=99999999-' } })
    expect(outside.status).toBe(416)

    await customer.client.photos.delete(id)
    expect((await fetch(address)).status).toBe(404)
    await expect
      .poll(async () => (await app.core.database.db.selectFrom('blob_garbage').selectAll().execute()).length)
      .toBe(0)
  })

  test('gives credits back and answers 503 when the store refuses a result; the log names the setting', async () => {
    const customer = await app.customer({ credits: 5 })
    const image = await upload(customer)
    proxy.faults(({ method, path }) =>
      method === 'PUT' && path.includes('/results/') ? { status: 403, code: 'AccessDenied' } : 'pass',
    )
    await expect(customer.client.photos.enhance({ image, formats: ['original'] })).rejects.toMatchObject({
      status: 503,
      code: 'storage_unavailable',
    })
    expect(await customer.credits()).toBe(5)
    expect(lines.join('\n')).toContain('PLATELIGHT_S3_ACCESS_KEY_ID')
    proxy.faults(() => 'pass')
    await customer.client.photos.enhance({ image, formats: ['original'] })
    expect(await customer.credits()).toBe(4)
  })

  test('a store that is down for a moment is not noticed by callers', async () => {
    const customer = await app.customer({ credits: 5 })
    const image = await upload(customer)
    const until = performance.now() + 1_500
    proxy.faults(() => (performance.now() < until ? { status: 503, code: 'SlowDown' } : 'pass'))
    const { enhanced } = await customer.client.photos.enhance({ image, formats: ['original'] })
    expect((await fetch(enhanced.original ?? '')).status).toBe(200)
    expect(performance.now()).toBeGreaterThan(until)
  })

  test('a file whose connection to the store is cut arrives whole', async () => {
    const customer = await app.customer({ credits: 5 })
    const address = await upload(customer)
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    proxy.faults((_, index) => (index === 0 ? { cutAfter: 1_000 } : 'pass'))
    expect(whole.equals(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(true)
    expect(proxy.requests[1]?.range).toMatch(/^bytes=1000-/)
  })

  test('does not start with wrong settings, and says which', async () => {
    await expect(start({ PLATELIGHT_S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('PLATELIGHT_S3_SECRET_ACCESS_KEY'),
    })
    await expect(start({ PLATELIGHT_S3_BUCKET: 'there-is-none' })).rejects.toThrow('PLATELIGHT_S3_BUCKET')
  })

  test('starts while the store is down, and is not healthy until it is up', async () => {
    proxy.faults(() => ({ status: 503, code: 'SlowDown' }))
    const early = await start()
    const storage = async () => {
      const { checks } = (await (await fetch(`${early.url}/api/health`)).json()) as {
        checks: { storage: { status: string } }
      }
      return checks.storage.status
    }
    expect(await storage()).toBe('failed')
    proxy.faults(() => 'pass')
    expect(await storage()).toBe('ok')
    await early.close()
  })

  test('with redirects, private links lead to the store itself, and everything else is as before', async () => {
    const redirecting = await start({ PLATELIGHT_S3_REDIRECT: '1' })
    try {
      const customer = await redirecting.customer({ credits: 5 })
      const address = await upload(customer)
      const reply = await fetch(address, { redirect: 'manual' })
      expect(reply.status).toBe(302)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      const location = reply.headers.get('location') ?? ''
      expect(location.startsWith(`${proxy.endpoint}/`)).toBe(true)
      expect(Number(new URL(location).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300)

      const whole = await fetch(address)
      expect(whole.headers.get('content-type')).toBe('image/jpeg')
      expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
      const part = await fetch(address, { headers: { range: 'bytes=0-9' } })
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
      expect((await fetch(address, { method: 'HEAD', redirect: 'manual' })).status).toBe(200)
      expect((await fetch(address.replace(/sig=[^&]*/, `sig=${'0'.repeat(64)}`), { redirect: 'manual' })).status).toBe(
        403,
      )

      const { enhanced } = await customer.client.photos.enhance({ image: address, formats: ['original'] })
      expect((await fetch(enhanced.original ?? '', { redirect: 'manual' })).status).toBe(200)
    } finally {
      await redirecting.close()
    }
  })
})
