import { expect, test } from 'vitest'
import { startWords } from './moment-words.ts'

test.each([
  ['2026-11-21T09:04:00.000Z', '09:04 UTC on 21 November 2026'],
  ['2026-11-21T09:04:05.678Z', '09:05 UTC on 21 November 2026'],
  ['2026-12-31T23:59:00.001Z', '00:00 UTC on 1 January 2027'],
])('%s begins at %s, as people read it and never too early', (time, words) => {
  expect(startWords(new Date(time))).toBe(words)
})
