import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test.each([
  ['/m', '/m'],
  ['/', '/'],
  ['/dashboard?tab=keys#new', '/dashboard?tab=keys#new'],
  ['/a/../b', '/b'],
  ['/%2f/evil.example', '/%2f/evil.example'],
  ['/?next=https://evil.example', '/?next=https://evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/caf\u00e9', '/caf%C3%A9'],
])('%s stays on this host', (given, path) => {
  expect(nextPath(given)).toBe(path)
})

test.each([
  ...['', 'm', 'https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'],
  ...['/\n/evil.example', '/.//evil.example', '/a/..//evil.example', '/\\\\evil.example', 'javascript:alert(1)'],
  ...[' //evil.example', '/./\\evil.example', '///evil.example', 'evil.example', '@evil.example', '/%2e//evil.example'],
])('%j leads away and is refused', (given) => {
  expect(() => nextPath(given)).toThrow(expect.objectContaining({ code: 'url_not_allowed', status: 400 }))
})
