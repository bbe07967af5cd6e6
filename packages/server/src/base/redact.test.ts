import { expect, test } from 'vitest'
import { redact, redactError } from './redact.ts'

const KEY = `pl_live_${'4Qm2x'.repeat(10)}`
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhY2NfMSJ9.c2lnbmF0dXJl-_x'
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0DWqCtbnM+8='

test.each([
  [`/v1/photos?apikey=${KEY}&page=2`, '/v1/photos?apikey=pl_live_[redacted]&page=2'],
  [`/v1/photos/${KEY}`, '/v1/photos/pl_live_[redacted]'],
  [`/?q=${KEY.replaceAll('_', '%5F')}`, '/?q=pl%5Flive%5F[redacted]'],
  [`/?bearer=${TOKEN}#x`, '/?bearer=[redacted]#x'],
  [`/?hook=${SECRET}`, '/?hook=whsec_[redacted]'],
  [`/?hook=${encodeURIComponent(SECRET)}&a=1`, '/?hook=whsec_[redacted]&a=1'],
  [
    `fetching https://a.example/x.jpg?exp=1&sig=${'ab'.repeat(32)} failed`,
    'fetching https://a.example/x.jpg?exp=1&sig=[redacted] failed',
  ],
  ['/v1/photos?limit=2', '/v1/photos?limit=2'],
  ['keys begin with pl_live_, secrets with whsec_', 'keys begin with pl_live_, secrets with whsec_'],
])('%s is logged as %s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test('no text of an error contains a credential', () => {
  const error = { type: 'Error', message: `bad key ${KEY}`, stack: `Error: bad key ${KEY}\n    at x`, code: 3 }
  expect(redactError(error)).toEqual({
    type: 'Error',
    code: 3,
    message: 'bad key pl_live_[redacted]',
    stack: 'Error: bad key pl_live_[redacted]\n    at x',
  })
})
