import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

test('a URL with letters beyond ASCII stays one, however many were parsed before', () => {
  for (let count = 0; count < 50_000; count += 1) parseUrl('https://example.com/hooks')
  // Strings of JSON and of buffers are stored with one byte per letter, which is what URL.canParse got wrong.
  const received: string = JSON.parse('"https://käse.example/über"')
  expect(parseUrl(received)?.href).toBe('https://xn--kse-qla.example/%C3%BCber')
})

test('a text that is no URL is undefined, and a base is honoured', () => {
  expect(parseUrl('käse.example')).toBeUndefined()
  expect(parseUrl('/menu', 'https://example.com')?.href).toBe('https://example.com/menu')
})
