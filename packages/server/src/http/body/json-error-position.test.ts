import { expect, test } from 'vitest'
import { jsonErrorPosition } from './json-error-position.ts'

test.each([
  ['', 0],
  ['   ', 3],
  ['{', 1],
  ['{"a":1', 6],
  ['{"a":1,}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['{"a":oops}', 5],
  ['{"a":tru}', 5],
  ['{"a":01}', 6],
  ['{"a":1}x', 7],
  ['{"a":[}', 6],
  ['"abc', 4],
  ['"a\nb"', 2],
  ['"a\\xb"', 2],
  ['[1]]', 3],
  ['nul', 0],
  ['-', 0],
])('%j stops being JSON at character %i', (text, offset) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(jsonErrorPosition(text).offset).toBe(offset)
})

test('lines and columns count from one', () => {
  expect(jsonErrorPosition('{\n  "a": 1,\n  b\n}')).toEqual({ offset: 14, line: 3, column: 3 })
})

test('the position of a broken character is at it or after it, and inside the text', () => {
  const good = JSON.stringify({ a: [1, -2.5e3, true, null, 'ä"\\\u0007'], b: { c: {}, d: [] } }, undefined, 1)
  expect(jsonErrorPosition(good).offset).toBe(good.length)
  for (let at = 0; at < good.length; at += 1) {
    for (const character of ['', '!', '"', '}', ',', '\\']) {
      const text = good.slice(0, at) + character + good.slice(at + 1)
      try {
        JSON.parse(text)
      } catch {
        const { offset } = jsonErrorPosition(text)
        expect(offset, text).toBeLessThanOrEqual(text.length)
        // The engine finds no error before it; at most it misses the rest.
        expect(complaint(text.slice(0, offset)), text).toMatch(
          /^$|end of JSON input|^Unterminated|^Expected .* at position/,
        )
      }
    }
  }
})

test('deep nesting does not overflow the stack', () => {
  expect(jsonErrorPosition('['.repeat(500_000)).offset).toBe(500_000)
})

function complaint(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
