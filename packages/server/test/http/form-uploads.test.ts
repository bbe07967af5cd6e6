import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { UncheckedCall } from '../../src/contract/index.ts'
import { type HttpFixture, KEY, startHttp, until } from './http-fixture.ts'

const picture = (bytes = 10, name = 'ramen.jpg') =>
  new File([new Uint8Array(bytes).fill(7)], name, { type: 'image/jpeg' })

function form(...entries: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries)
    typeof value === 'string' ? data.append(name, value) : data.append(name, value, value.name)
  return data
}

const nothingLeft = ({ uploads }: HttpFixture) =>
  until(async () => (await uploads()).length === 0, 'the upload folder is empty')

const problems = async (answer: Response) => {
  const { detail } = (await answer.json()) as { detail: { loc: (string | number)[]; type: string }[] }
  return Object.fromEntries(detail.map(({ loc, type }) => [loc.join('.'), type]))
}

test('a file reaches the handler on disk, beside coerced texts and defaults, and is gone afterwards', async () => {
  let bytes: Buffer | undefined
  let seen: UncheckedCall | undefined
  const frame = await startHttp({
    handlers: {
      'mobile.uploads': async (call) => {
        seen = call
        bytes = await readFile(call.files[0]!.path)
        return { ok: true }
      },
    },
  })
  const body = form(['image', picture(5000, 'Crème brûlée 🍮.jpg')], ['count', '3'], ['exact', 'true'])
  const answer = await frame.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(200)
  expect(seen?.body).toEqual({ style: 'natural', enhancements: '[]', count: 3, exact: true })
  expect(seen?.files).toMatchObject([{ field: 'image', filename: 'Crème brûlée 🍮.jpg', sizeBytes: 5000 }])
  expect(bytes).toEqual(Buffer.alloc(5000, 7))
  await nothingLeft(frame)
})

test('one file, and several, for a field that takes a list', async () => {
  const frame = await startHttp()
  const one = form(['references', picture()], ['instruction', 'x'], ['words', 'only'])
  expect((await frame.send('POST', '/api/jobs/compose', { body: one })).status).toBe(200)
  const three = form(
    ['references', picture()],
    ['references', picture()],
    ['references', picture()],
    ['instruction', 'x'],
  )
  expect((await frame.send('POST', '/api/jobs/compose', { body: three })).status).toBe(200)
  expect(frame.calls.map(({ call }) => call.files.length)).toEqual([1, 3])
  expect(frame.calls[0]?.body).toEqual({ instruction: 'x', words: ['only'] })

  const four = form(...Array.from({ length: 4 }, () => ['references', picture()] as [string, File]), [
    'instruction',
    'x',
  ])
  expect(await problems(await frame.send('POST', '/api/jobs/compose', { body: four }))).toEqual({
    'body.references': 'maxItems',
  })
  const none = form(['instruction', ''])
  expect(await problems(await frame.send('POST', '/api/jobs/compose', { body: none }))).toEqual({
    'body.references': 'required',
    'body.instruction': 'minLength',
  })
  await nothingLeft(frame)
})

test('a string for a file, a file for a string, two files for one: 422 with the place, all at once', async () => {
  const frame = await startHttp()
  const body = form(['image', 'https://example.com/a.jpg'], ['style', picture()], ['count', 'many'], ['exact', 'yes'])
  const answer = await frame.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(422)
  expect(await problems(answer)).toEqual({
    'body.image': 'file',
    'body.style': 'type',
    'body.count': 'type',
    'body.exact': 'type',
  })
  const twice = await frame.send('POST', '/api/mobile/uploads', {
    body: form(['image', picture()], ['image', picture()]),
  })
  expect(await problems(twice)).toHaveProperty('body.image')
  const empty = await frame.send('POST', '/api/mobile/uploads', { body: form(['image', '']) })
  expect(await problems(empty)).toEqual({ 'body.image': 'required' })
  expect(frame.calls).toEqual([])
  await nothingLeft(frame)
})

test('JSON text in a field that does not parse, or does not fit, is 422', async () => {
  const { send, calls } = await startHttp()
  const upload = (enhancements: string) =>
    send('POST', '/api/mobile/uploads', { body: form(['image', picture()], ['enhancements', enhancements]) })
  expect(await problems(await upload('[color'))).toEqual({ 'body.enhancements': 'json' })
  expect(await problems(await upload('["color","loud"]'))).toEqual({ 'body.enhancements.1': 'enum' })
  expect(await problems(await upload('{}'))).toEqual({ 'body.enhancements': 'type' })
  expect((await upload('["light"]')).status).toBe(200)
  expect(calls[0]?.body).toMatchObject({ enhancements: '["light"]' })
})

test('a list of texts with one text that is JSON stays a list of texts', async () => {
  const { send, calls } = await startHttp()
  await send('POST', '/api/jobs/compose', {
    body: form(['references', picture()], ['instruction', 'x'], ['words', '5']),
  })
  expect(calls[0]?.body).toEqual({ instruction: 'x', words: ['5'] })
})

test('unknown fields and files are dropped and named', async () => {
  const frame = await startHttp()
  const body = form(['image', picture()], ['mystery', 'x'], ['extra', picture()])
  const answer = await frame.send('POST', '/api/mobile/uploads', { body })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-ignored-fields')).toBe('mystery, extra')
  expect(frame.calls[0]?.call.files).toHaveLength(1)
  await nothingLeft(frame)
})

test('an optional form may be left out and brings its defaults', async () => {
  const { send, calls } = await startHttp()
  expect((await send('POST', '/api/mobile/assets')).status).toBe(200)
  expect(calls[0]?.body).toEqual({ headline: '' })
  expect(calls[0]?.call.files).toEqual([])
})

test('a file that is too large is 413, whether the length was announced or not, and nothing is left', async () => {
  const frame = await startHttp()
  const announced = await frame.send('POST', '/api/mobile/uploads', { body: form(['image', picture(1_000_001)]) })
  expect(announced.status).toBe(413)
  expect(await announced.json()).toMatchObject({ error: { code: 'body_too_large', max_bytes: 1_000_000 } })
  expect((await frame.send('POST', '/api/mobile/uploads', { body: form(['image', picture(1_000_000)]) })).status).toBe(
    200,
  )

  const huge = await frame.send('POST', '/api/mobile/uploads', { body: form(['image', picture(9_000_000)]) })
  expect(huge.status).toBe(413)
  await nothingLeft(frame)
})

test('a body without an end is cut off', async () => {
  const frame = await startHttp()
  const { port } = new URL(frame.url)
  const answer = await new Promise<string>((done) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/mobile/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
          'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      write(socket, chunked('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'))
      endlessly(socket, chunked('x'.repeat(60_000)))
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(text))
  })
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(frame.sockets[0]!.bytesRead).toBeLessThan(8_000_000)
  await nothingLeft(frame)
})

test('JSON without an end is cut off, packed into nothing as well', async () => {
  const frame = await startHttp()
  const { port } = new URL(frame.url)
  const endless = (encoding: string, first: Buffer, more: Buffer) =>
    new Promise<string>((done) => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /v1/photos/enhance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
            `Content-Type: application/json\r\nContent-Encoding: ${encoding}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        )
        socket.write(first)
        endlessly(socket, more)
      })
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => undefined)
      socket.on('close', () => done(text))
    })
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const blanks = chunk(Buffer.alloc(30_000, ' '))
  expect(await endless('identity', blanks, blanks)).toMatch(/^HTTP\/1.1 413 /)
  // An empty block of a gzip stream, over and over: it never unpacks to a single byte.
  const header = chunk(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]))
  const nothing = chunk(Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff]))))
  expect(await endless('gzip', header, nothing)).toMatch(/^HTTP\/1.1 413 /)
  for (const socket of frame.sockets) expect(socket.bytesRead).toBeLessThan(5_000_000)
  expect(frame.calls).toEqual([])
})

test('what is no form, or breaks off, is 400 and leaves nothing', async () => {
  const frame = await startHttp()
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const cut = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc'
  for (const body of ['hello', cut, `--x\r\nbroken\r\n\r\nabc\r\n--x--`]) {
    const answer = await frame.send('POST', '/api/mobile/uploads', { body, headers })
    expect([400, 422], body).toContain(answer.status)
  }
  const unbounded = await frame.send('POST', '/api/mobile/uploads', {
    body: 'x',
    headers: { 'content-type': 'multipart/form-data' },
  })
  expect(unbounded.status).toBe(400)
  await nothingLeft(frame)
})

test('a caller who hangs up in the middle leaves nothing', async () => {
  const frame = await startHttp()
  const socket = connect(Number(new URL(frame.url).port), '127.0.0.1')
  socket.write(
    `POST /api/mobile/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 500000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n' +
      'x'.repeat(100_000),
  )
  await until(async () => (await frame.uploads()).length === 1, 'the upload has begun')
  socket.destroy()
  await nothingLeft(frame)
  expect(frame.calls).toEqual([])
})

test('files stay while a handler works, even when the caller has hung up', async () => {
  let proceed = () => {}
  const waiting = new Promise<void>((done) => {
    proceed = done
  })
  let read: Promise<Buffer> | undefined
  let aborted: boolean | undefined
  const frame = await startHttp({
    handlers: {
      'mobile.uploads': async ({ files, signal }) => {
        await new Promise((done) => signal.addEventListener('abort', done))
        aborted = signal.aborted
        await waiting
        read = readFile(files[0]!.path)
        await read
        return { ok: true }
      },
    },
  })
  const hangUp = new AbortController()
  const sent = fetch(`${frame.url}/api/mobile/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form(['image', picture(2000)]),
    signal: hangUp.signal,
  }).catch(() => undefined)
  await until(async () => (await frame.uploads()).length === 1, 'the upload is there')
  await new Promise((done) => setTimeout(done, 50))
  hangUp.abort()
  await sent
  await until(() => aborted === true, 'the handler has heard of it')
  expect(await frame.uploads()).toHaveLength(1)
  proceed()
  await nothingLeft(frame)
  expect((await read)?.length).toBe(2000)
})

test('an upload without a credential is refused before its body is read', async () => {
  const frame = await startHttp()
  const { port } = new URL(frame.url)
  const answer = await new Promise<{ text: string; sent: number }>((done) => {
    let text = ''
    let sent = 0
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        'POST /api/mobile/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n' +
          'Content-Type: multipart/form-data; boundary=x\r\n\r\n',
      )
      endlessly(socket, 'x'.repeat(65_536), (length) => {
        sent += length
      })
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done({ text, sent }))
  })
  expect(answer.text).toMatch(/^HTTP\/1.1 401 /)
  expect(answer.text).toContain('"code":"unauthorized"')
  expect(answer.text.toLowerCase()).toContain('connection: close')
  expect(frame.sockets[0]!.bytesRead).toBeLessThan(3_000_000)
  expect(await frame.uploads()).toEqual([])
})

test('a caller who asks first is not told to send a body that nobody wants', async () => {
  const frame = await startHttp()
  const ask = (authorization: string) =>
    new Promise<string>((done) => {
      let text = ''
      const socket = connect(Number(new URL(frame.url).port), '127.0.0.1', () =>
        socket.write(
          `POST /api/enhance HTTP/1.1\r\nHost: x\r\n${authorization}Expect: 100-continue\r\nConnection: close\r\n` +
            'Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n',
        ),
      )
      socket.on('data', (chunk) => {
        text += chunk
        if (text.startsWith('HTTP/1.1 100') && !text.includes('HTTP/1.1 4')) socket.write('{'.padEnd(70_000))
      })
      socket.on('close', () => done(text))
    })
  const refused = await ask('')
  expect(refused).toMatch(/^HTTP\/1.1 401 /)
  expect(frame.sockets[0]!.bytesRead).toBeLessThan(1000)
  expect(await ask(`Authorization: Bearer ${KEY}\r\n`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /)
})

test('a client that sends everything at once reads the refusal', async () => {
  const frame = await startHttp()
  const body = form(['image', picture(900_000)])
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => frame.send('POST', '/api/mobile/uploads', { body, key: null })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401))
  expect(await answers[0]!.json()).toMatchObject({ error: { code: 'unauthorized' } })
})

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

const write = (socket: Socket, text: string) => socket.write(text)

/** Sends as long as anybody reads. */
function endlessly(socket: Socket, text: string | Buffer, sent: (length: number) => void = () => undefined) {
  const more = () => {
    if (!socket.writable) return
    while (socket.writable && socket.write(text)) sent(text.length)
    socket.once('drain', more)
  }
  more()
}
