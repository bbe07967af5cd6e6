import { expect, test } from 'vitest'
import { logLine } from './log-line.ts'

const always = { level: 30, time: 1, pid: 2, hostname: 'kitchen' }

test('a request is one short line for people', () => {
  const request = { ...always, request_id: 'req_1', method: 'GET', url: '/health', status: 200, address: '::1', ms: 3 }
  expect(logLine({ ...request, msg: 'request completed' })).toBe('GET /health 200, 3 ms')
  expect(logLine({ ...request, msg: 'request aborted' })).toBe('GET /health 200, 3 ms (request aborted)')
})

test('other lines keep their fields, and errors their stack', () => {
  expect(logLine({ ...always, url: 'http://127.0.0.1:1', threads: 2, msg: 'ready' })).toBe(
    'ready url=http://127.0.0.1:1 threads=2',
  )
  expect(logLine({ ...always, err: { stack: 'Error: no\n    at x.ts:1' }, msg: 'it failed' })).toBe(
    'it failed\nError: no\n    at x.ts:1',
  )
})
