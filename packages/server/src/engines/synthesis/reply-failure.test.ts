import { expect, test } from 'vitest'
import { failureOfReply } from './reply-failure.ts'

const after = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

test.each([
  ['7', 7],
  [' 1.2 ', 2],
  ['0', 1],
  ['99999999', 3600],
  ['1'.repeat(400), 3600],
  [after(99_999_999), 3600],
  [after(-60), 1],
  ['-5', undefined],
  ['1e9', undefined],
  ['Infinity', undefined],
  ['2027', 2027],
  ['2027-01-01', undefined],
  ['soon', undefined],
  ['Soon, 99:99:99 GMT', undefined],
  ['', undefined],
])('a provider that says Retry-After: %s makes callers wait %s seconds', (header, seconds) => {
  const reply = { status: 429, headers: new Headers({ 'retry-after': header }) }
  expect(failureOfReply('openai', reply, 'busy').retryAfterSeconds).toBe(seconds)
})
