import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryDedupe, verifyWebhook, type WebhookBody, WebhookVerificationError } from '../src/index.ts'
import { delivery, eventBody, hmac, SECRET } from './support/signed-deliveries.ts'

const options = { secrets: SECRET }

describe('the body', () => {
  const text = eventBody({ data: { photo: { id: 'crème brûlée 🍮' } } })
  const bytes = new TextEncoder().encode(text)
  const cut = [bytes.slice(0, 100), bytes.slice(100)]

  test.each<[string, () => WebhookBody]>([
    ['text', () => text],
    ['a Uint8Array', () => bytes],
    ['a Buffer', () => Buffer.from(text)],
    ['an ArrayBuffer', () => bytes.buffer],
    ['bytes of another realm', () => runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] })],
    ['an ArrayBuffer of another realm', () => runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...bytes] })],
    ['a Request', () => delivery(text)],
    ['a Response', () => new Response(text)],
    ['a web stream', () => new Blob([text]).stream()],
    ['a Node stream of bytes', () => Readable.from(cut.map((part) => Buffer.from(part)))],
    ['a Node stream of text', () => Readable.from([text.slice(0, 50), text.slice(50)])],
    [
      'an async iterable',
      async function* () {
        yield* cut
      },
    ],
  ])('may be %s', async (_, body) => {
    const { event, duplicate, secretIndex } = await verifyWebhook(body(), hmac(text), options)
    expect({ event, duplicate, secretIndex }).toEqual({ event: JSON.parse(text), duplicate: false, secretIndex: 0 })
  })

  test.each<[string, () => Promise<unknown> | unknown]>([
    ['parsed JSON', () => JSON.parse(text)],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a Request that was read', () => readOnce(delivery(text))],
    ['a Request that is being read', () => locked(delivery(text))],
    ['a locked stream', () => locked({ body: new Blob([text]).stream() }).body],
    ['a Node stream that was read', () => drained(Readable.from([text]))],
  ])('that is %s is refused at once as body_not_raw', async (_, body) => {
    const refused = verifyWebhook((await body()) as WebhookBody, hmac(text), options)
    await expect(refused).rejects.toMatchObject({ code: 'body_not_raw', status: 500 })
  })

  test('may be a request of node:http, with its headers', async () => {
    const server = createServer(async (request, response) => {
      const { event } = await verifyWebhook(request, request.headers, options)
      response.end(event.id)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const { body, headers } = { body: text, headers: { 'X-Service-Signature': hmac(text) } }
    const reply = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
    expect(await reply.text()).toBe(JSON.parse(text).id)
    server.close()
  })

  test('above the limit is refused, and a stream is not read any further', async () => {
    let taken = 0
    const endless = {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          taken++
          yield new Uint8Array(1000)
        }
      },
    }
    const refused = verifyWebhook(endless, hmac(''), { ...options, maxBodyBytes: 10_000 })
    await expect(refused).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
    expect(taken).toBe(11)

    const padded = `${text}${' '.repeat(2 ** 20 - bytes.length)}`
    await expect(verifyWebhook(padded, hmac(padded), options)).resolves.toBeTruthy()
    const tooLong = verifyWebhook(`${padded} `, hmac(`${padded} `), options)
    await expect(tooLong).rejects.toMatchObject({ code: 'body_too_large' })
  })

  test('with any byte changed is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = bytes.map((byte, index) => (index === at ? byte ^ change : byte))
        const refused = verifyWebhook(changed, hmac(bytes), options)
        await expect(refused).rejects.toMatchObject({ code: 'signature_mismatch', status: 401 })
      }),
    )
  })

  test.each([
    ['not JSON', 'photo deleted'],
    ['cut off', text.slice(0, -1)],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['without an id', eventBody({ id: undefined })],
    ['with an empty id', eventBody({ id: '' })],
    ['with a number as id', eventBody({ id: 1 })],
    ['without a type', eventBody({ type: undefined })],
    ['not UTF-8', Buffer.from(text.replace('crème', 'cr\u00e8me'), 'latin1')],
  ])('that is genuine and %s is refused with 400', async (_, body) => {
    const refused = verifyWebhook(body, hmac(body), options)
    await expect(refused).rejects.toMatchObject({ code: 'payload_invalid', status: 400 })
  })

  test('is parsed only after its signature was verified', async () => {
    await expect(verifyWebhook('{', hmac('['), options)).rejects.toMatchObject({ code: 'signature_mismatch' })
  })
})

describe('the signature', () => {
  const text = eventBody()
  const good = hmac(text)

  test.each([
    ['text', good],
    ['upper-case', good.toUpperCase()],
    ['a list of one', [good]],
    ['Headers', new Headers({ 'X-Service-Signature': good })],
    ['the headers of Node', { 'x-service-signature': good, cookie: undefined }],
    ['headers as they were sent', { 'X-Service-Signature': good, host: 'x' }],
    ['headers as lists', { 'X-SERVICE-SIGNATURE': [good], accept: ['a', 'b'] }],
  ])('may be %s', async (_, signature) => {
    await expect(verifyWebhook(text, signature, options)).resolves.toMatchObject({ secretIndex: 0 })
  })

  const twice = new Headers([
    ['x-service-signature', good],
    ['x-service-signature', good],
  ])
  test.each([
    ['missing', undefined, 'signature_missing'],
    ['null', null, 'signature_missing'],
    ['empty', '', 'signature_missing'],
    ['not among the headers', new Headers({ 'x-signature': good }), 'signature_missing'],
    ['not in the object', { host: 'x' }, 'signature_missing'],
    ['an empty list', [], 'signature_missing'],
    ['63 characters', good.slice(1), 'signature_malformed'],
    ['65 characters', `${good}0`, 'signature_malformed'],
    ['66 characters', `${good}00`, 'signature_malformed'],
    ['not hex', `g${good.slice(1)}`, 'signature_malformed'],
    ['followed by a newline', `${good}\n`, 'signature_malformed'],
    ['duplicated', [good, good], 'signature_malformed'],
    ['duplicated in Headers', twice, 'signature_malformed'],
    ['duplicated by case', { 'X-Service-Signature': good, 'x-service-signature': good }, 'signature_malformed'],
    ['of another body', hmac('other'), 'signature_mismatch'],
    ['of another secret', hmac(text, 'other'), 'signature_mismatch'],
  ])('that is %s is refused with 401', async (_, signature, code) => {
    await expect(verifyWebhook(text, signature, options)).rejects.toMatchObject({ code, status: 401 })
  })

  test('that matches only the reserialised body is refused, and only the hint says so', async () => {
    const pretty = JSON.stringify(JSON.parse(text), null, 2)
    const refused = await verifyWebhook(pretty, good, options).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(WebhookVerificationError)
    expect(refused).toMatchObject({ code: 'signature_mismatch', status: 401 })
    const { message, hint } = refused as WebhookVerificationError
    expect(hint).toMatch(/JSON\.stringify/)
    expect(message).not.toMatch(/JSON/)
    const other = await verifyWebhook(text, hmac('other'), options).catch((error: unknown) => error)
    expect((other as WebhookVerificationError).hint).not.toMatch(/JSON/)
  })
})

describe('the secrets', () => {
  const text = eventBody()

  test('are identified by their index, so that an old one can be removed', async () => {
    const secrets = ['new', undefined, 'old']
    expect(await verifyWebhook(text, hmac(text, 'new'), { secrets })).toMatchObject({ secretIndex: 0 })
    expect(await verifyWebhook(text, hmac(text, 'old'), { secrets })).toMatchObject({ secretIndex: 2 })
  })

  test.each([
    ['there is none', []],
    ['it is not set', undefined as unknown as string],
    ['it is null', null as unknown as string],
    ['the first is not set', [undefined, SECRET]],
    ['it is empty', ''],
    ['it is blank', ' \n'],
    ['it ends with a newline', `${SECRET}\n`],
    ['the second is empty', [SECRET, '']],
    ['the second is blank', [SECRET, ' ']],
    ['it is a number', 7 as unknown as string],
    ['it is bytes', Buffer.from(SECRET) as unknown as string],
    ['the second is bytes', [SECRET, Buffer.from(SECRET) as unknown as string]],
  ])('are a misconfiguration, not a forgery, when %s', async (_, secrets) => {
    const refused = verifyWebhook(text, hmac(text), { secrets })
    await expect(refused).rejects.toMatchObject({ code: 'secret_invalid', status: 500, hint: expect.any(String) })
  })
})

test.each([
  ['maxAgeSeconds', Number.NaN],
  ['maxSkewSeconds', Number.NaN],
  ['maxAgeSeconds', '300'],
  ['maxSkewSeconds', '300'],
])('%s of %j is a misconfiguration and accepts no date', async (name, value) => {
  const text = eventBody({ createdAt: '2001-01-01T00:00:00.000Z' })
  const claimed: number[] = []
  const begin = (_: string, seconds: number) => {
    claimed.push(seconds)
    return 'new' as const
  }
  const dedupe = { ...memoryDedupe(), begin }
  const refused = verifyWebhook(text, hmac(text), { secrets: SECRET, dedupe, [name]: value as number })
  await expect(refused).rejects.toMatchObject({
    code: 'secret_invalid',
    status: 500,
    hint: expect.stringMatching(/NaN/),
  })
  expect(claimed).toEqual([])
})

test('a limit of NaN bytes accepts nothing', async () => {
  const text = eventBody()
  const refused = verifyWebhook(text, hmac(text), { secrets: SECRET, maxBodyBytes: Number.NaN })
  await expect(refused).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
})

describe('the replay window', () => {
  const createdAt = '2026-11-21T09:30:00.000Z'
  const text = eventBody({ createdAt })
  const at = (seconds: number, more = {}) =>
    verifyWebhook(text, hmac(text), { ...options, ...more, now: () => Date.parse(createdAt) + seconds * 1000 })
  const outside = { code: 'outside_window', status: 400 }

  test('is three days back and five minutes ahead', async () => {
    await expect(at(0)).resolves.toBeTruthy()
    await expect(at(259_200)).resolves.toBeTruthy()
    await expect(at(259_200.001)).rejects.toMatchObject(outside)
    await expect(at(-300)).resolves.toBeTruthy()
    await expect(at(-300.001)).rejects.toMatchObject(outside)
  })

  test('can be narrowed, and disabled by Infinity', async () => {
    await expect(at(61, { maxAgeSeconds: 60 })).rejects.toMatchObject(outside)
    await expect(at(-2, { maxSkewSeconds: 1 })).rejects.toMatchObject(outside)
    await expect(at(1e9, { maxAgeSeconds: Infinity })).resolves.toBeTruthy()
  })

  test.each(['yesterday', '', undefined, null, {}])('does not accept %j as a date', async (wrong) => {
    const body = eventBody({ createdAt: wrong })
    await expect(verifyWebhook(body, hmac(body), options)).rejects.toMatchObject(outside)
    const disabled = verifyWebhook(body, hmac(body), { ...options, maxAgeSeconds: Infinity })
    await expect(disabled).resolves.toBeTruthy()
  })
})

test('an event of an unknown type is accepted', async () => {
  const text = eventBody({ type: 'photo.framed' })
  const { event } = await verifyWebhook(text, hmac(text), options)
  expect(event.type).toBe('photo.framed')
})

test('the event is typed by its type', async () => {
  const text = eventBody()
  const { event } = await verifyWebhook(text, hmac(text), options)
  if (event.type !== 'photo.deleted') throw new Error('not reached')
  const deletedAt: string = event.data.photo.deletedAt
  expect(deletedAt).toMatch(/^2026/)
  // @ts-expect-error a deleted photo has no files
  expect(event.data.photo.enhanced).toBeUndefined()
})

async function readOnce(request: Request) {
  await request.text()
  return request
}

function locked<Source extends { body: ReadableStream | null }>(source: Source): Source {
  source.body?.getReader()
  return source
}

async function drained(stream: Readable) {
  await stream.toArray()
  return stream
}
