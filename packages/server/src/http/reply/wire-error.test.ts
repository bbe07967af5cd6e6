import { expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode, InvalidRequest, ServiceError } from '../../base/service-error.ts'
import { wireError } from './wire-error.ts'

const api = { id: 'req_1', v1: false }
const v1 = { id: 'req_1', v1: true }
const docsUrl = (code: string) => `https://api.example.com/docs/errors/${code}`

test('every code has its status, message and fields', () => {
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    const wire = wireError(new ServiceError(code as ErrorCode, 'A sentence.', { some_field: 1 }), api, docsUrl)
    expect(wire.status, code).toBe(status)
    expect(wire.bug, code).toBe(code === 'internal_error')
    const error = { code, message: 'A sentence.', some_field: 1, docs_url: docsUrl(code) }
    if (!wire.bug) expect(wire.body, code).toEqual({ error })
  }
})

test('a list of violations is the same in both families', () => {
  const detail = [{ loc: ['body', 'imageUrl'], msg: 'is required', type: 'required' }]
  for (const dialect of [api, v1]) {
    expect(wireError(new InvalidRequest(detail), dialect, docsUrl)).toMatchObject({ status: 422, body: { detail } })
  }
})

test('the reply reveals nothing about a bug', () => {
  for (const thrown of [
    new Error('secret'),
    new ServiceError('internal_error', 'secret'),
    'secret',
    undefined,
    { message: 'secret' },
  ]) {
    const wire = wireError(thrown, api, docsUrl)
    expect(wire).toMatchObject({ status: 500, bug: true })
    expect(JSON.stringify(wire.body)).not.toContain('secret')
  }
})
