import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretCipher } from './secret-cipher.ts'

const key = new Uint8Array(randomBytes(32))
const cipher = createSecretCipher(key)

test('an encrypted text can be decrypted for its owner, and differs each time', () => {
  const encrypted = [cipher.encrypt('whsec_ünïcode', 'whe_1'), cipher.encrypt('whsec_ünïcode', 'whe_1')]
  expect(encrypted.map((one) => cipher.decrypt(one, 'whe_1'))).toEqual(['whsec_ünïcode', 'whsec_ünïcode'])
  expect(encrypted[0]).not.toBe(encrypted[1])
  expect(encrypted.join()).not.toContain('whsec')
})

test('another owner, another key and every changed character are refused, with what to do', () => {
  const encrypted = cipher.encrypt('whsec_secret', 'whe_1')
  const refused = /whe_\d cannot be decrypted: secrets\.json/
  expect(() => cipher.decrypt(encrypted, 'whe_2')).toThrow(refused)
  expect(() => createSecretCipher(new Uint8Array(32)).decrypt(encrypted, 'whe_1')).toThrow(refused)
  for (let i = 0; i < encrypted.length; i++) {
    const other = encrypted[i] === 'A' ? 'Q' : 'A'
    expect(() => cipher.decrypt(encrypted.slice(0, i) + other + encrypted.slice(i + 1), 'whe_1')).toThrow(refused)
  }
  for (const text of ['', 's1.', 's1.AAAA', 'whsec_secret', encrypted.slice(0, -4)]) {
    expect(() => cipher.decrypt(text, 'whe_1')).toThrow(refused)
  }
})
