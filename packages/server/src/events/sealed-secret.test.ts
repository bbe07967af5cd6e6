import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './sealed-secret.ts'

const key = new Uint8Array(randomBytes(32))
const seal = createSeal(key)

test('what is sealed opens for its owner, and reads differently each time', () => {
  const sealed = [seal.close('whsec_ünïcode', 'whe_1'), seal.close('whsec_ünïcode', 'whe_1')]
  expect(sealed.map((one) => seal.open(one, 'whe_1'))).toEqual(['whsec_ünïcode', 'whsec_ünïcode'])
  expect(sealed[0]).not.toBe(sealed[1])
  expect(sealed.join()).not.toContain('whsec')
})

test('another owner, another key and every changed character are refused, naming the way out', () => {
  const sealed = seal.close('whsec_secret', 'whe_1')
  const refused = /whe_\d cannot be opened: secrets\.json/
  expect(() => seal.open(sealed, 'whe_2')).toThrow(refused)
  expect(() => createSeal(new Uint8Array(32)).open(sealed, 'whe_1')).toThrow(refused)
  for (let i = 0; i < sealed.length; i++) {
    const other = sealed[i] === 'A' ? 'Q' : 'A'
    expect(() => seal.open(sealed.slice(0, i) + other + sealed.slice(i + 1), 'whe_1')).toThrow(refused)
  }
  for (const text of ['', 's1.', 's1.AAAA', 'whsec_secret', sealed.slice(0, -4)]) {
    expect(() => seal.open(text, 'whe_1')).toThrow(refused)
  }
})
