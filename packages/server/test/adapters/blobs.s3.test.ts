import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { needs } from '@platelight/imaging/testing/machine/outside-programs.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { S3Settings } from '../../src/base/config/s3-settings.ts'
import { type Blobs, privateKey, resultKey } from '../../src/blobs/blob-store.ts'
import { s3Blobs } from '../../src/blobs/s3-blobs.ts'
import { type Fault, faultProxy, type SeenRequest } from '../support/blobs/fault-proxy.ts'
import { S3_PROGRAMS, type S3Server, startS3 } from '../support/blobs/s3-server.ts'
import { blobsSuite } from './blobs.suite.ts'

const LIMITS = { replyMs: 60_000, pauseMs: 60_000, patienceMs: { write: 120_000, read: 120_000 } }
/** For a store that is silent or never gives a whole body. */
const HASTY = { replyMs: 1_500, pauseMs: 1_500, patienceMs: { write: 8_000, read: 8_000 } }
const UNAVAILABLE = { code: 'storage_unavailable', status: 503, retryAfterSeconds: 30 }

let server: S3Server
let proxy: Awaited<ReturnType<typeof faultProxy>>
const opened: Blobs[] = []
const onTrouble = vi.fn()

/** Blobs in a part of the bucket that only they use. */
const open = (changes: Partial<S3Settings> = {}, limits = LIMITS): Blobs => {
  const settings = { ...server.settings, prefix: `${randomUUID()}/`, ...changes }
  const blobs = s3Blobs({ settings, onTrouble, limits })
  opened.push(blobs)
  return blobs
}

/** The same behind a proxy, which treats the first requests as given and passes the others on. */
const openBehind = (...faults: readonly Fault[]): Blobs => {
  proxy.faults((_, index) => faults[index] ?? 'pass')
  return open({ endpoint: proxy.endpoint })
}

const reasons = () => onTrouble.mock.calls.map(([problem]) => String(problem)).join('\n')
const key = privateKey('file1.bin')
const bytes = randomBytes(400_000)

describe('S3', needs(...S3_PROGRAMS), () => {
  beforeAll(async () => {
    server = await startS3()
    proxy = await faultProxy(server.settings.endpoint)
  })
  afterAll(async () => {
    await Promise.all(opened.map((blobs) => blobs.close()))
    await proxy?.close()
    await server?.stop()
  })
  beforeEach(() => {
    onTrouble.mockClear()
  })
  afterEach(() => proxy.faults(() => 'pass'))

  blobsSuite('s3', async () => open())
  blobsSuite('s3 without a prefix', async () => open({ prefix: '' }))

  describe('wrong settings', () => {
    test.each([
      ['a wrong secret', { secretAccessKey: 'wrong' }, /PLATELIGHT_S3_SECRET_ACCESS_KEY/],
      ['an unknown key', { accessKeyId: 'test:nobody' }, /PLATELIGHT_S3_ACCESS_KEY_ID/],
      ['an unknown bucket', { bucket: 'there-is-none' }, /PLATELIGHT_S3_BUCKET/],
      ['another region', { region: 'eu-north-1' }, /PLATELIGHT_S3_REGION/],
      ['an address where nothing listens', { endpoint: 'http://127.0.0.1:9' }, /PLATELIGHT_S3_ENDPOINT/],
    ])('%s is named by the check', async (_, changes, setting) => {
      const blobs = open(changes, { ...LIMITS, patienceMs: { write: 0, read: 0 } })
      await expect(blobs.check()).rejects.toThrow(setting)
      await expect(blobs.put(key, bytes)).rejects.toMatchObject(UNAVAILABLE)
      expect(reasons()).toMatch(setting)
    })

    test('no reason contains the secret', async () => {
      const blobs = open({ secretAccessKey: 'very-secret-value' })
      const error = await blobs.check().catch((thrown: unknown) => thrown)
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('very-secret-value')
    })
  })

  describe('bad luck', () => {
    const down = { status: 503, code: 'SlowDown' }

    test('503 for a while only delays writing and reading', async () => {
      const blobs = openBehind(down, down, down)
      await blobs.put(key, bytes)
      proxy.faults((_, index) => (index < 3 ? down : 'pass'))
      expect(bytes.equals(await blobs.read(key))).toBe(true)
      expect(proxy.requests).toHaveLength(4)
      expect(onTrouble).not.toHaveBeenCalled()
    })

    test('503 for longer ends with storage_unavailable, and the operator learns why', async () => {
      proxy.faults(() => down)
      const blobs = open({ endpoint: proxy.endpoint }, { ...LIMITS, patienceMs: { write: 500, read: 500 } })
      await expect(blobs.put(key, bytes)).rejects.toMatchObject(UNAVAILABLE)
      await expect(blobs.open(key)).rejects.toMatchObject(UNAVAILABLE)
      await expect(blobs.delete([key])).rejects.toMatchObject(UNAVAILABLE)
      await expect(blobs.check()).rejects.toThrow('503 SlowDown')
      expect(reasons()).toMatch(/503 SlowDown/)
    })

    test('403 is not repeated, and names the setting', async () => {
      const blobs = openBehind({ status: 403, code: 'AccessDenied' })
      await expect(blobs.put(key, bytes)).rejects.toMatchObject(UNAVAILABLE)
      expect(proxy.requests).toHaveLength(1)
      expect(reasons()).toMatch(/403 AccessDenied.*PLATELIGHT_S3_ACCESS_KEY_ID/)
    })

    test('a redirect is not followed', async () => {
      const elsewhere = await faultProxy(server.settings.endpoint)
      const headers = { location: `${elsewhere.endpoint}/platelight/x`, 'x-amz-bucket-region': 'eu-west-3' }
      const blobs = openBehind({ status: 307, code: 'TemporaryRedirect', headers })
      await expect(blobs.put(key, bytes)).rejects.toMatchObject(UNAVAILABLE)
      expect(elsewhere.requests).toEqual([])
      expect(reasons()).toMatch(/PLATELIGHT_S3_REGION.*eu-west-3/)
      await elsewhere.close()
    })

    test.each<[string, Fault]>([
      ['resets the connection', 'reset'],
      ['never answers', 'silence'],
    ])('a store that %s once is asked again', async (_, fault) => {
      const first = (_: SeenRequest, index: number) => (index === 0 ? fault : 'pass')
      proxy.faults(first)
      const blobs = open({ endpoint: proxy.endpoint }, HASTY)
      await blobs.put(key, bytes)
      proxy.faults(first)
      expect(bytes.equals(await blobs.read(key))).toBe(true)
    })

    test('bytes that change on the way there are refused, and sent again', async () => {
      const blobs = openBehind({ corrupt: 'request' })
      await blobs.put(key, bytes)
      expect(proxy.requests).toHaveLength(2)
      expect(bytes.equals(await blobs.read(key))).toBe(true)
    })

    test('bytes that change on the way back are noticed, and fetched again', async () => {
      const blobs = openBehind('pass', { corrupt: 'reply' })
      await blobs.put(key, bytes)
      expect(bytes.equals(await blobs.read(key))).toBe(true)
      expect(proxy.requests).toHaveLength(3)
    })

    test('a body that is cut is continued where it ended', async () => {
      const blobs = openBehind('pass', { cutAfter: 100_000 }, { cutAfter: 0 }, { cutAfter: 50_000 })
      await blobs.put(key, bytes)
      expect(bytes.equals(await buffer(await blobs.open(key)))).toBe(true)
      expect(proxy.requests.map(({ range }) => range)).toEqual([
        undefined,
        undefined,
        'bytes=100000-399999',
        'bytes=100000-399999',
        'bytes=150000-399999',
      ])
    })

    test('a part that is cut is continued within the part', async () => {
      const blobs = openBehind('pass', { cutAfter: 5 })
      await blobs.put(key, bytes)
      const part = await buffer(await blobs.open(key, { start: 1_000, end: 1_999 }))
      expect(part.equals(bytes.subarray(1_000, 2_000))).toBe(true)
      expect(proxy.requests.at(-1)?.range).toBe('bytes=1005-1999')
    })

    test('a body that is always cut at once fails, and is never given out as whole', async () => {
      const blobs = open({ endpoint: proxy.endpoint }, HASTY)
      await blobs.put(key, bytes)
      proxy.faults(() => ({ cutAfter: 0 }))
      await expect(buffer(await blobs.open(key))).rejects.toThrow(/0 of 400000 bytes/)
    })

    test('a store that cannot delete many keys at once is asked to delete each', async () => {
      const noMany = (request: SeenRequest): Fault =>
        request.method === 'POST' ? { status: 501, code: 'NotImplemented' } : 'pass'
      const blobs = openBehind()
      const keys = ['k1', 'k2', 'k3'].map(resultKey)
      for (const one of keys) await blobs.put(one, bytes)
      proxy.faults(noMany)
      await blobs.delete(keys)
      expect(proxy.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'DELETE', 'DELETE'])
      await expect(blobs.size(keys[0]!)).rejects.toThrow('no blob')
    })

    test('no more is fetched than a slow reader takes', async () => {
      const blobs = openBehind()
      const many = randomBytes(30_000_000)
      await blobs.put(key, many)
      proxy.faults(() => 'pass')
      const stream = await blobs.open(key)
      await new Promise((resolve) => stream.once('readable', resolve))
      await new Promise((resolve) => setTimeout(resolve, 500))
      // What the sockets on both sides hold.
      expect(proxy.sentBytes()).toBeLessThan(15_000_000)
      expect(many.equals(await buffer(stream))).toBe(true)
    })
  })

  describe('presigned addresses', () => {
    const reply = { seconds: 60, mime: 'image/webp', cacheControl: 'private, max-age=60' }

    test('are read by everybody, whole and in part, with the headers that were asked for', async () => {
      const blobs = open({ redirect: true })
      await blobs.put(key, bytes)
      const address = (await blobs.presign(key, reply))!
      const whole = await fetch(address)
      expect(whole.status).toBe(200)
      expect(whole.headers.get('content-type')).toBe('image/webp')
      expect(whole.headers.get('cache-control')).toBe('private, max-age=60')
      expect(bytes.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true)
      const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
    })

    test('open no other key and do not outlive their time', async () => {
      const blobs = open({ redirect: true })
      await blobs.put(key, bytes)
      await blobs.put(privateKey('file2.bin'), bytes)
      const address = (await blobs.presign(key, { ...reply, seconds: 1 }))!
      expect((await fetch(address.replace('file1', 'file2'))).status).toBe(403)
      expect((await fetch(address.replace('X-Amz-Expires=1', 'X-Amz-Expires=999'))).status).toBe(403)
      await expect.poll(async () => (await fetch(address)).status).toBe(403)
    })

    test('are given only if the operator wants redirects', async () => {
      expect(await open({ redirect: false }).presign(key, reply)).toBeUndefined()
    })
  })
})
