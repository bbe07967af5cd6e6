import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type FileReply, SpecialReply } from '../../src/contract/index.ts'
import { startHttp, until } from './http-fixture.ts'

const CONTENT = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))

const reply = (more: Partial<FileReply> = {}): FileReply => ({
  sizeBytes: CONTENT.length,
  mime: 'image/jpeg',
  etag: '"abc"',
  cacheControl: 'public, max-age=31536000, immutable',
  open: async ({ start, end } = { start: 0, end: CONTENT.length - 1 }) =>
    Readable.from([CONTENT.subarray(start, end + 1)]),
  ...more,
})

const serving = (more: Partial<FileReply> = {}) =>
  startHttp({ handlers: { 'files.result': async () => new SpecialReply({ kind: 'file', file: reply(more) }) } })

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('a whole file is sent with the headers that caches need', async () => {
  const { send } = await serving()
  const answer = await send('GET', '/files/a.jpg', { key: null })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    etag: '"abc"',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await bytesOf(answer)).toEqual(CONTENT)
})

test('a single range returns a part of the file', async () => {
  const { send } = await serving()
  const cases: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=995-5000', 995, 999],
  ]
  for (const [range, start, end] of cases) {
    const answer = await send('GET', '/files/a.jpg', { headers: { range } })
    expect(answer.status, range).toBe(206)
    expect(answer.headers.get('content-range'), range).toBe(`bytes ${start}-${end}/1000`)
    expect(await bytesOf(answer), range).toEqual(CONTENT.subarray(start, end + 1))
  }
})

test('anything but a single byte range returns the whole file', async () => {
  const { send } = await serving()
  for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=-', 'bytes=9-3']) {
    const answer = await send('GET', '/files/a.jpg', { headers: { range } })
    expect(answer.status, range).toBe(200)
    expect((await bytesOf(answer)).length).toBe(1000)
  }
  const changed = await send('GET', '/files/a.jpg', { headers: { range: 'bytes=0-1', 'if-range': '"old"' } })
  expect(changed.status).toBe(200)
  const same = await send('GET', '/files/a.jpg', { headers: { range: 'bytes=0-1', 'if-range': '"abc"' } })
  expect(same.status).toBe(206)
})

test('a range outside the file is refused with 416 and the size of the file', async () => {
  const { send } = await serving()
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
    const answer = await send('GET', '/files/a.jpg', { headers: { range } })
    expect(answer.status, range).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */1000')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } })
  }
})

test('a matching If-None-Match gets 304 without a body', async () => {
  const { send } = await serving()
  for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) {
    const answer = await send('GET', '/files/a.jpg', { headers: { 'if-none-match': header } })
    expect(answer.status, header).toBe(304)
    expect(answer.headers.get('etag')).toBe('"abc"')
    expect(await answer.text()).toBe('')
  }
  expect((await send('GET', '/files/a.jpg', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('HEAD returns the length without opening the file', async () => {
  let opened = 0
  const { send } = await serving({
    open: async () => {
      opened += 1
      return Readable.from([CONTENT])
    },
  })
  const answer = await send('HEAD', '/files/a.jpg')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe('1000')
  expect(opened).toBe(0)
})

test('the name of an attachment works in every program and cannot inject a header', async () => {
  const { send } = await serving({ attachment: 'Crème "brûlée"\r\nX-Evil: 1.jpg' })
  const answer = await send('GET', '/files/a.jpg')
  const disposition = answer.headers.get('content-disposition')
  expect(disposition).toMatch(/^attachment; filename="Cr_me _br_l_e___X-Evil: 1.jpg"; filename\*=UTF-8''Cr%C3%A8me/)
  expect(answer.headers.get('x-evil')).toBeNull()
})

test('an empty file gives an empty reply', async () => {
  const { send } = await serving({ sizeBytes: 0, open: async () => Readable.from([]) })
  const answer = await send('GET', '/files/a.jpg')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe('0')
})

test('a file that cannot be opened gives a 500 and no partial reply', async () => {
  const missing = await serving({ open: async () => createReadStream('/nowhere/at/all') })
  const answer = await missing.send('GET', '/files/a.jpg')
  expect(answer.status).toBe(500)
  expect(answer.headers.get('etag')).toBeNull()
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toMatchObject({ error: { code: 'internal_error' } })
})

test('a file that fails while it is sent closes the connection and is logged', async () => {
  const { send, lines } = await serving({
    sizeBytes: 10_000_000,
    open: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000)
          yield Buffer.alloc(100_000)
          throw new Error('the disk is on fire')
        })(),
      ),
  })
  const answer = await send('GET', '/files/a.jpg')
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await until(() => lines().length === 1, 'the request is logged')
  expect(JSON.stringify(lines())).toContain('the disk is on fire')
})

test('the file is closed when the caller hangs up', async () => {
  let source: Readable | undefined
  const { url } = await serving({
    sizeBytes: 1e9,
    open: async () => {
      source = new Readable({ read: (size) => void source?.push(Buffer.alloc(Math.min(size, 65_536))) })
      return source
    },
  })
  const hangUp = new AbortController()
  const answer = await fetch(`${url}/files/a.jpg`, { signal: hangUp.signal })
  await answer.body?.getReader().read()
  hangUp.abort()
  await until(() => source?.destroyed === true, 'the source is closed')
})
