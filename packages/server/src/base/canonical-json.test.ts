import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('equal values give equal text, and different values different text', () => {
  expect(canonicalJson({ b: 1, a: [{ d: 'x', c: null }] })).toBe('{"a":[{"c":null,"d":"x"}],"b":1}')
  expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }))
  const different = [
    { a: '1' },
    { a: 1 },
    { a: [1] },
    { a: { 0: 1 } },
    { a: null },
    {},
    { 'a":1,"b': 1 },
    [],
    null,
    undefined === null,
  ]
  expect(new Set(different.map((one) => canonicalJson(one))).size).toBe(different.length)
})
