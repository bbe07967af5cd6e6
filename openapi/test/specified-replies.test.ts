import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../generate/read/openapi-model.ts'
import { document, expectFields, replyOf, text } from './document-fields.ts'

// Names, types, defaults, allowed values and bounds that the specification shows, typed from it and held
// against the document. What it leaves open is not tested here.

describe('replies', () => {
  const completed = { type: 'string', enum: ['completed'] }
  const number = { type: 'number' }
  const time = { type: 'string', format: 'date-time' }
  const size = { type: 'object', required: ['width', 'height'] }

  test.each<[string, Record<string, JsonObject>]>([
    [
      'POST /api/generate',
      {
        id: text,
        status: completed,
        credits_used: number,
        images: { type: 'array' },
        'images[].url': text,
        'images[].width': { type: 'integer' },
        'images[].height': { type: 'integer' },
        model: text,
        created_at: time,
      },
    ],
    [
      'POST /api/enhance',
      {
        id: text,
        status: completed,
        credits_used: number,
        original_url: text,
        enhanced_url: text,
        width: { type: 'integer' },
        height: { type: 'integer' },
        created_at: time,
      },
    ],
    [
      'POST /api/remove-background',
      {
        id: text,
        status: completed,
        credits_used: number,
        result_url: text,
        format: { enum: ['png'] },
        created_at: time,
      },
    ],
    [
      'POST /api/upscale',
      {
        id: text,
        status: completed,
        credits_used: number,
        result_url: text,
        original_size: size,
        upscaled_size: size,
        created_at: time,
      },
    ],
    [
      'GET /api/models',
      {
        'models[].id': text,
        'models[].name': text,
        'models[].credits_per_image': number,
        'models[].max_resolution': text,
        'models[].supports[]': { enum: ['generation', 'enhancement'] },
      },
    ],
    [
      'GET /api/account/credits',
      {
        credits: number,
        subscription_plan: text,
        subscription_status: text,
        credits_used_this_month: number,
        next_renewal: time,
      },
    ],
    [
      'POST /v1/photos/enhance',
      {
        id: text,
        status: completed,
        creditsUsed: number,
        'original.url': text,
        'original.width': { type: 'integer' },
        'enhanced.square': text,
        'enhanced.portrait': text,
        'enhanced.landscape': text,
        'metadata.preset': text,
        'metadata.processedAt': time,
      },
    ],
    [
      'GET /v1/photos/{id}',
      {
        id: text,
        creditsUsed: number,
        'original.url': text,
        'enhanced.square': text,
        'metadata.preset': text,
        'metadata.processedAt': time,
      },
    ],
    ['POST /api/jobs/submit', { job_id: text, status: { enum: ['pending'] }, job_type: text }],
    [
      'GET /api/jobs/{job_id}/status',
      {
        job_id: text,
        status: { enum: ['PENDING', 'PROGRESS', 'SUCCESS', 'FAILURE'] },
        'progress.current': number,
        'progress.total': number,
        'progress.percent': number,
        'progress.status': text,
        error: text,
      },
    ],
    ['DELETE /api/jobs/{job_id}', { job_id: text, status: { enum: ['revoked'] }, message: text }],
    [
      'GET /api/mobile/jobs/{job_id}',
      { job_id: { type: 'integer' }, status: { enum: ['processing', 'completed', 'failed'] } },
    ],
  ])('%s', (name, table) => {
    expectFields(replyOf(name), table)
    const top = Object.keys(table).map((path) => path.split(/[.[]/)[0] ?? '')
    const optional = name.endsWith('/status')
      ? ['progress', 'error']
      : name.startsWith('GET /v1/photos/')
        ? ['original']
        : []
    expect(replyOf(name).required).toEqual(expect.arrayContaining(top.filter((key) => !optional.includes(key))))
  })

  test('errors', () => {
    const { Error: api = {}, ErrorV1: v1 = {}, ValidationError: invalid = {} } = document.components.schemas
    const named = { 'error.code': text, 'error.message': text }
    expectFields(api, {
      ...named,
      'error.required_credits': number,
      'error.available_credits': number,
      'error.upgrade_url': text,
    })
    expectFields(v1, { ...named, 'error.requiredCredits': number, 'error.availableCredits': number })
    expect(JSON.stringify(v1)).not.toMatch(/upgrade/i)
    expectFields(invalid, { detail: { type: 'array' }, 'detail[]': { required: ['loc', 'msg', 'type'] } })
  })

  test('the completed event', () => {
    const event = document.components.schemas.EnhancementCompleted ?? {}
    expect(event.required).toEqual(['id', 'type', 'createdAt', 'data'])
    expectFields(event, {
      id: text,
      type: { enum: ['photo.enhancement.completed'] },
      createdAt: time,
      'data.photo': {
        required: expect.arrayContaining(['id', 'status', 'creditsUsed', 'original', 'enhanced', 'metadata']),
      },
      'data.photo.metadata': { required: ['preset', 'processedAt', 'processingTime'] },
      'data.photo.metadata.processingTime': number,
    })
  })
})
