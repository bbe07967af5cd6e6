import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { form, nothingLeft, picture } from './form-fixture.ts'
import { FIXTURE_LIMITS, type HttpFixture, KEY, startHttp } from './http-fixture.ts'

const FORM = 'multipart/form-data; boundary=x'
const PART = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'

interface Upload {
  readonly socket: Socket
  /** What the server has said so far. */
  readonly said: () => string
}

/** Announces a body of a megabyte, sends only its beginning, and stays. */
async function begin(fixture: HttpFixture, path: string, type: string, start: string): Promise<Upload> {
  let said = ''
  const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1')
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.on('error', () => undefined)
  const expected = fixture.sockets.length + 1
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: ${type}\r\nContent-Length: 50000\r\n\r\n${start}`,
  )
  await expect.poll(() => fixture.sockets.length).toBe(expected)
  return { socket, said: () => said }
}

test.each([
  ['form', '/api/mobile/uploads', FORM, PART],
  ['JSON body', '/api/enhance', 'application/json', '{'],
  ['urlencoded body', '/api/unsubscribe', 'application/x-www-form-urlencoded', 'List'],
])('a %s that does not go on is refused, and its connection is closed', async (_, path, type, start) => {
  const fixture = await startHttp({ limits: { ...FIXTURE_LIMITS, pace: { graceMs: 50, bytesPerSecond: 1000 } } })
  const { socket, said } = await begin(fixture, path, type, start)
  await expect.poll(() => socket.closed).toBe(true)
  expect(said()).toMatch(/^HTTP\/1.1 408 /)
  expect(said()).toMatch(/connection: close/i)
  expect(said()).toContain('"code":"request_timeout"')
  await nothingLeft(fixture)
})

test('a body may pause for as long as it was fast before', async () => {
  // Long enough for what was sent already to be read on a busy machine.
  const fixture = await startHttp({ limits: { ...FIXTURE_LIMITS, pace: { graceMs: 1_000, bytesPerSecond: 1 } } })
  const head = `{"imageUrl":"https://example.com/a.jpg","x":"`
  const patient = await begin(fixture, '/api/enhance', 'application/json', head.padEnd(40_000, 'x'))
  const idle = await begin(fixture, '/api/enhance', 'application/json', '')
  await expect.poll(() => idle.said()).toMatch(/^HTTP\/1.1 408 /)
  expect(patient.said()).toBe('')
  patient.socket.write('"}'.padEnd(10_000))
  await expect.poll(() => patient.said()).toMatch(/^HTTP\/1.1 200 /)
})

test.each([
  ['caller', { perAddress: 40, perCaller: 3 }],
  ['address', { perAddress: 3, perCaller: 40 }],
])('more uploads of one %s than may be open are refused until one has ended', async (whose, openForms) => {
  const fixture = await startHttp({ limits: { ...FIXTURE_LIMITS, openForms } })
  const open: Upload[] = []
  for (let count = 0; count < 3; count += 1) open.push(await begin(fixture, '/api/mobile/uploads', FORM, PART))
  await expect.poll(async () => (await fixture.uploads()).length).toBe(3)
  const send = () => fixture.send('POST', '/api/mobile/uploads', { body: form(['image', picture(2000)]) })

  const refused = await send()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
  const { error } = (await refused.json()) as { error: { code: string; message: string } }
  expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining(`3 uploads of this ${whose}`) })
  // Other requests go on.
  expect((await fixture.send('POST', '/api/enhance', { json: { imageUrl: 'https://example.com/a.jpg' } })).status).toBe(
    200,
  )

  open[0]?.socket.destroy()
  await expect.poll(async () => (await send()).status).toBe(200)
  for (const { socket } of open) socket.destroy()
  await nothingLeft(fixture)
})
