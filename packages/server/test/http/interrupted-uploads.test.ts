import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { form, nothingLeft, picture } from './form-fixture.ts'
import { KEY, startHttp, until } from './http-fixture.ts'

test('a file that is too large is refused with 413 and leaves nothing, with or without Content-Length', async () => {
  const fixture = await startHttp()
  const announced = await fixture.send('POST', '/api/mobile/uploads', { body: form(['image', picture(1_000_001)]) })
  expect(announced.status).toBe(413)
  expect(await announced.json()).toMatchObject({ error: { code: 'body_too_large', max_bytes: 1_000_000 } })
  expect(
    (await fixture.send('POST', '/api/mobile/uploads', { body: form(['image', picture(1_000_000)]) })).status,
  ).toBe(200)

  const huge = await fixture.send('POST', '/api/mobile/uploads', { body: form(['image', picture(9_000_000)]) })
  expect(huge.status).toBe(413)
  await nothingLeft(fixture)
})

test('an endless form is cut off', async () => {
  const fixture = await startHttp()
  const { port } = new URL(fixture.url)
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
  expect(fixture.sockets[0]!.bytesRead).toBeLessThan(8_000_000)
  await nothingLeft(fixture)
})

test('an endless JSON body is cut off, even when it decompresses to nothing', async () => {
  const fixture = await startHttp()
  const { port } = new URL(fixture.url)
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
  // Empty blocks of a gzip stream, which never decompress to a single byte.
  const header = chunk(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]))
  const nothing = chunk(Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff]))))
  expect(await endless('gzip', header, nothing)).toMatch(/^HTTP\/1.1 413 /)
  for (const socket of fixture.sockets) expect(socket.bytesRead).toBeLessThan(5_000_000)
  expect(fixture.calls).toEqual([])
})

test('a caller who hangs up during an upload leaves no file', async () => {
  const fixture = await startHttp()
  const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1')
  socket.write(
    `POST /api/mobile/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: 500000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n' +
      'x'.repeat(100_000),
  )
  await until(async () => (await fixture.uploads()).length === 1, 'the upload has started')
  socket.destroy()
  await nothingLeft(fixture)
  expect(fixture.calls).toEqual([])
})

test('files are kept until the handler ends, even when the caller has hung up', async () => {
  let proceed = () => {}
  const waiting = new Promise<void>((done) => {
    proceed = done
  })
  let read: Promise<Buffer> | undefined
  let aborted: boolean | undefined
  const fixture = await startHttp({
    handlers: {
      'mobile.uploads': async ({ files, signal }) => {
        aborted = false
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
  const sent = fetch(`${fixture.url}/api/mobile/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: form(['image', picture(2000)]),
    signal: hangUp.signal,
  }).catch(() => undefined)
  await until(() => aborted === false, 'the handler waits')
  hangUp.abort()
  await sent
  await until(() => aborted === true, 'the signal is aborted')
  expect(await fixture.uploads()).toHaveLength(1)
  proceed()
  await nothingLeft(fixture)
  expect((await read)?.length).toBe(2000)
})

test('an upload without a credential is refused before its body is read', async () => {
  const fixture = await startHttp()
  const { port } = new URL(fixture.url)
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
  expect(fixture.sockets[0]!.bytesRead).toBeLessThan(3_000_000)
  expect(await fixture.uploads()).toEqual([])
})

test('a caller with Expect: 100-continue is asked for the body only when it will be read', async () => {
  const fixture = await startHttp()
  const ask = (authorization: string) =>
    new Promise<string>((done) => {
      let text = ''
      const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1', () =>
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
  expect(fixture.sockets[0]!.bytesRead).toBeLessThan(1000)
  expect(await ask(`Authorization: Bearer ${KEY}\r\n`)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /)
})

test('a client that sends its whole body at once can read the refusal', async () => {
  const fixture = await startHttp()
  const body = form(['image', picture(900_000)])
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fixture.send('POST', '/api/mobile/uploads', { body, key: null })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401))
  expect(await answers[0]!.json()).toMatchObject({ error: { code: 'unauthorized' } })
})

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

const write = (socket: Socket, text: string) => socket.write(text)

/** Sends as long as the server reads. */
function endlessly(socket: Socket, text: string | Buffer, sent: (length: number) => void = () => undefined) {
  const more = () => {
    if (!socket.writable) return
    while (socket.writable && socket.write(text)) sent(text.length)
    socket.once('drain', more)
  }
  more()
}
