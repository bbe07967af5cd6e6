import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretCipher } from './secret-cipher.ts'

const key = new Uint8Array(randomBytes(32))
const cipher = createSecretCipher(key)

test('what is sealed opens for its owner, and reads differently each time', () => {
  const sealed = [cipher.encrypt('whsec_ünïcode', 'whe_1'), cipher.encrypt('whsec_ünïcode', 'whe_1')]
  expect(sealed.map((one) => cipher.decrypt(one, 'whe_1'))).toEqual(['whsec_ünïcode', 'whsec_ünïcode'])
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed.join()).not.toContain('whsec')
})

test('another owner, another key and every changed character are refused, naming the way out', () => {
  const sealed = cipher.encrypt('whsec_secret', 'whe_1')
  const refused = /whe_\d cannot be opened: secrets\.json/
  expect(() => cipher.decrypt(sealed, 'whe_2')).toThrow(refused)
  expect(() => createSecretCipher(new Uint8Array(32)).decrypt(sealed, 'whe_1')).toThrow(refused)
  for (let i = 0; i < sealed.length; i++) {
    const other = sealed[i] === 'A' ? 'Q' : 'A'
    expect(() => cipher.decrypt(sealed.slice(0, i) + other + sealed.slice(i + 1), 'whe_1')).toThrow(refused)
  }
  for (const text of ['', 's1.', 's1.AAAA', 'whsec_secret', sealed.slice(0, -4)]) {
    expect(() => cipher.decrypt(text, 'whe_1')).toThrow(refused)
  }
})
