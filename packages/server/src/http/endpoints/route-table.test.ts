import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint-table.ts'
import { createRouteTable } from './route-table.ts'

const endpoint = (method: string, path: string) => ({ id: `${method} ${path}`, method, path }) as Endpoint

const table = createRouteTable([
  endpoint('DELETE', '/api/jobs/{job_id}'),
  endpoint('GET', '/api/jobs/{job_id}/status'),
  endpoint('GET', '/api/jobs/queue/status'),
  endpoint('POST', '/api/jobs/submit'),
  endpoint('GET', '/api/jobs/{job_id}/{part}'),
  endpoint('GET', '/files/{filename}'),
  endpoint('HEAD', '/api/unsubscribe'),
  endpoint('GET', '/api/unsubscribe'),
])
const find = (method: string, path: string) => {
  const found = table.find(method, path)
  return found && ('allow' in found ? found.allow : [found.endpoint.id, found.path])
}

test('fixed paths take precedence over parameters, whatever the order of the document', () => {
  expect(find('GET', '/api/jobs/queue/status')).toEqual(['GET /api/jobs/queue/status', {}])
  expect(find('GET', '/api/jobs/run_1/status')).toEqual(['GET /api/jobs/{job_id}/status', { job_id: 'run_1' }])
  expect(find('GET', '/api/jobs/queue/other')).toEqual([
    'GET /api/jobs/{job_id}/{part}',
    { job_id: 'queue', part: 'other' },
  ])
})

test('a fixed path has its own methods', () => {
  expect(find('DELETE', '/api/jobs/submit')).toEqual(['POST'])
  expect(find('DELETE', '/api/jobs/run_1')).toEqual(['DELETE /api/jobs/{job_id}', { job_id: 'run_1' }])
})

test('HEAD falls back to GET unless it is documented', () => {
  expect(find('HEAD', '/files/a.jpg')).toEqual(['GET /files/{filename}', { filename: 'a.jpg' }])
  expect(find('HEAD', '/api/unsubscribe')).toEqual(['HEAD /api/unsubscribe', {}])
  expect(find('POST', '/files/a.jpg')).toEqual(['GET', 'HEAD'])
})

test('values are decoded, one segment each', () => {
  expect(find('GET', '/files/a%20b%2Fc.jpg')).toEqual(['GET /files/{filename}', { filename: 'a b/c.jpg' }])
  expect(find('GET', '/files/..')).toEqual(['GET /files/{filename}', { filename: '..' }])
})

test('an unknown path is not found', () => {
  for (const path of [
    '/files/',
    '/files',
    '/files/a/b',
    '/files/%ff',
    '/FILES/a',
    '',
    '/api/jobs/submit/',
    '/constructor',
  ]) {
    expect(find('GET', path), path).toBeUndefined()
  }
})
