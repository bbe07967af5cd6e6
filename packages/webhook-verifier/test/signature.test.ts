import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sign, verify } from '../src/index.ts'
import vectors from './vectors.json' with { type: 'json' }

describe('golden vectors', () => {
  test.each(vectors)('$payload', async ({ secret, payload, signature }) => {
    expect(await sign(payload, secret)).toBe(signature)
    expect(await verify(payload, signature, secret)).toBe(true)
    expect(createHmac('sha256', secret).update(payload).digest('hex')).toBe(signature)
  })
})

test('bytes and text of the same payload have the same signature', async () => {
  const text = '{"a":"é"}'
  expect(await sign(new TextEncoder().encode(text), 's')).toBe(await sign(text, 's'))
})

test('a changed byte, another secret, or a cut signature is not valid', async () => {
  const signature = await sign('{"a":1}', 'right')
  expect(await verify('{"a":2}', signature, 'right')).toBe(false)
  expect(await verify('{"a":1}', signature, 'wrong')).toBe(false)
  expect(await verify('{"a":1}', signature.slice(1), 'right')).toBe(false)
  expect(await verify('{"a":1}', `${signature}0`, 'right')).toBe(false)
  expect(await verify('{"a":1}', undefined, 'right')).toBe(false)
  expect(await verify('{"a":1}', '', 'right')).toBe(false)
})

test('upper-case hex is accepted', async () => {
  expect(await verify('x', (await sign('x', 's')).toUpperCase(), 's')).toBe(true)
})

test('while rotating, either secret is accepted', async () => {
  expect(await verify('x', await sign('x', 'old'), 'new', 'old')).toBe(true)
  expect(await verify('x', await sign('x', 'new'), 'new', 'old')).toBe(true)
})
