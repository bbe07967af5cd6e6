import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sign, verify, WebhookVerificationError } from '../src/index.ts'
import { hmac, SECRET } from './support/signed-deliveries.ts'
import vectors from './vectors.json' with { type: 'json' }

describe('golden vectors', () => {
  test.each(vectors)('$payload', async ({ secret, payload, signature }) => {
    expect(await sign(payload, secret)).toBe(signature)
    expect(await verify(payload, signature, secret)).toBe(true)
    expect(createHmac('sha256', secret).update(payload).digest('hex')).toBe(signature)
  })
})

/**
 * The vectors of RFC 4231 whose key can be a secret. The other keys are not UTF-8 (3, 6, 7) or have whitespace, which is
 * refused (1, 5). Keys that are longer than a block of the hash are covered by other-programs.test.ts.
 */
describe('vectors of RFC 4231', () => {
  test.each([
    {
      name: '2',
      key: 'Jefe',
      data: Buffer.from('what do ya want for nothing?'),
      mac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    },
    {
      name: '4',
      key: String.fromCharCode(...Array.from({ length: 25 }, (_, index) => index + 1)),
      data: Buffer.alloc(50, 0xcd),
      mac: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    },
  ])('case $name', async ({ key, data, mac }) => {
    expect(await sign(data, key)).toBe(mac)
    expect(await verify(data, mac, key)).toBe(true)
  })
})

const secrets = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text && text !== '')

test('the signature of any bytes with any secret equals that of another implementation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), secrets, async (body, secret) => {
      expect(await sign(body, secret)).toBe(hmac(body, secret))
      expect(await verify(body, hmac(body, secret), secret)).toBe(true)
    }),
  )
})

test('any changed bit of the body or of the signature is refused', async () => {
  const oneBit = fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .chain((body) => fc.record({ body: fc.constant(body), at: fc.nat(body.length * 8 - 1), inSignature: fc.nat(255) }))
  await fc.assert(
    fc.asyncProperty(oneBit, async ({ body, at, inSignature }) => {
      const signature = hmac(body)
      expect(await verify(flipped(body, at), signature, SECRET)).toBe(false)
      const forged = Buffer.from(flipped(Buffer.from(signature, 'hex'), inSignature)).toString('hex')
      expect(await verify(body, forged, SECRET)).toBe(false)
    }),
  )
})

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

test('text, bytes, a view into a larger buffer and an ArrayBuffer of the same payload have the same signature', async () => {
  const text = '{"a":"é"}'
  const bytes = new TextEncoder().encode(text)
  const around = new Uint8Array(bytes.length + 20)
  around.set(bytes, 7)
  const forms = [
    bytes,
    Buffer.from(text),
    bytes.buffer,
    around.subarray(7, 7 + bytes.length),
    new DataView(bytes.buffer),
  ]
  for (const form of forms) expect(await sign(form, 's')).toBe(hmac(text, 's'))
})

test('a signature with another secret is not valid', async () => {
  expect(await verify('{"a":1}', hmac('{"a":1}', 'right'), 'wrong')).toBe(false)
})

test('a malformed signature is not valid and does not throw', async () => {
  const good = hmac('x', 's')
  const bad = [
    good.slice(1),
    `${good}0`,
    `${good} `,
    `${good}\n`,
    ` ${good}`,
    `g${good.slice(1)}`,
    `${good},${good}`,
    '',
  ]
  for (const signature of [...bad, undefined, null]) expect(await verify('x', signature, 's')).toBe(false)
})

test('upper-case hex is accepted', async () => {
  expect(await verify('x', hmac('x', 's').toUpperCase(), 's')).toBe(true)
})

test('during a rotation either secret is accepted', async () => {
  expect(await verify('x', hmac('x', 'old'), 'new', 'old')).toBe(true)
  expect(await verify('x', hmac('x', 'new'), 'new', 'old')).toBe(true)
})

const NO_TEXTS = [undefined, null, 7, true, {}, [], new Uint8Array(32), () => 's'] as unknown[] as string[]

test.each(['', ' ', '\n', ' s', 's\n', ...NO_TEXTS])(
  'the secret %j throws secret_invalid and is never used as a key',
  async (secret) => {
    const unusable = { code: 'secret_invalid', status: 500, hint: expect.stringContaining('whitespace') }
    await expect(sign('x', secret)).rejects.toMatchObject(unusable)
    await expect(verify('x', hmac('x', 's'), secret)).rejects.toBeInstanceOf(WebhookVerificationError)
    await expect(verify('x', hmac('x', 's'), 's', secret)).rejects.toMatchObject(unusable)
  },
)
