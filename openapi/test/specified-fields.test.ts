import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isReference, type JsonObject, nameOf, type OpenApi } from '../generate/read/openapi-model.ts'

// Names, types, defaults, allowed values and bounds that the specification shows, typed from it and held
// against the document. What it leaves open is not tested here.

const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8')) as OpenApi

/** A schema with its reference followed; what stands beside the reference wins. */
function resolved(schema: JsonObject | undefined): JsonObject {
  if (!schema) return {}
  const { $ref, ...beside } = schema
  if (!isReference(schema)) return schema
  return { ...resolved(document.components.schemas[nameOf(schema)]), ...beside }
}

const operationAt = (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  return document.paths[path]?.[method.toLowerCase() as 'get']
}

const contentOf = (holder: unknown): JsonObject => {
  const { content } = holder as { content: Record<string, { schema: JsonObject }> }
  return resolved(Object.values(content)[0]?.schema)
}

const requestOf = (name: string) => contentOf(operationAt(name)?.requestBody)
const replyOf = (name: string) => contentOf(operationAt(name)?.responses['200'])

/** `options.upscale` of a schema, resolved at each step; `images[]` steps into a list. */
function field(schema: JsonObject, path: string): JsonObject {
  return path.split('.').reduce((node, key) => {
    const list = key.endsWith('[]')
    const inner = resolved((node.properties as Record<string, JsonObject> | undefined)?.[key.replace('[]', '')])
    return list ? resolved(inner.items as JsonObject) : inner
  }, schema)
}

/** Everything a table says of a field, as far as it says it. */
function expectFields(schema: JsonObject, table: Record<string, JsonObject>): void {
  for (const [path, shown] of Object.entries(table))
    expect({ [path]: field(schema, path) }).toMatchObject({ [path]: shown })
}

const ASPECTS = ['4:3', '16:9', '1:1', '3:4', '9:16']
const RESOLUTIONS = ['1K', '2K', '4K']
const text = { type: 'string' }
const flag = { type: 'boolean' }

describe('requests', () => {
  test('generate', () => {
    const body = requestOf('POST /api/generate')
    expect(body.required).toEqual(['prompt'])
    expectFields(body, {
      prompt: text,
      style: { type: 'string', enum: ['natural', 'moody', 'bright', 'overhead', 'macro'] },
      model: { type: 'string', enum: ['flux-2-pro', 'seeddream', 'flux-2-max'] },
      aspect_ratio: { type: 'string', enum: ['1:1', '4:3', '16:9', '9:16'] },
      count: { type: 'number', minimum: 1, maximum: 4, default: 1 },
    })
  })

  test('generate-v2', () => {
    const body = requestOf('POST /api/generate-v2')
    expect(body.required).toEqual(['prompt'])
    expectFields(body, {
      prompt: text,
      style: { enum: expect.arrayContaining(['professional', 'dark_moody']) },
      num_outputs: { type: 'integer', minimum: 1, maximum: 4 },
      aspect_ratio: { enum: ASPECTS },
      resolution: { enum: RESOLUTIONS },
      reference_images: { type: 'array', maxItems: 14 },
      'reference_images[]': text,
      enable_web_search: flag,
    })
  })

  test('enhance', () => {
    const body = requestOf('POST /api/enhance')
    expect(body.required).toEqual(['image_url'])
    expectFields(body, {
      image_url: text,
      preset: { enum: ['delivery-optimized', 'social-media', 'print-ready', 'balanced'] },
      options: { type: 'object' },
      'options.upscale': flag,
      'options.remove_background': flag,
    })
  })

  test('remove-background and upscale', () => {
    expect(requestOf('POST /api/remove-background').required).toEqual(['image_url'])
    const body = requestOf('POST /api/upscale')
    expect(body.required).toEqual(['image_url'])
    expectFields(body, { image_url: text, scale: { type: 'number', enum: [2, 4], default: 2 } })
  })

  test('compose and edit', () => {
    const compose = requestOf('POST /api/compose')
    expect(compose.required).toEqual(['image_urls', 'prompt'])
    expectFields(compose, {
      image_urls: { type: 'array', minItems: 1, maxItems: 10 },
      'image_urls[]': text,
      prompt: text,
      weights: { type: 'array' },
      'weights[]': { type: 'number' },
      aspect_ratio: { enum: ASPECTS },
      num_outputs: { minimum: 1, maximum: 4 },
    })
    const edit = requestOf('POST /api/edit')
    expect(edit.required).toEqual(['image_urls'])
    expectFields(edit, {
      image_urls: { type: 'array', maxItems: 14 },
      prompt: text,
      num_outputs: { minimum: 1, maximum: 4 },
      resolution: { enum: RESOLUTIONS },
      aspect_ratio: text,
    })
  })

  test('batch-process takes up to 100 images', () => {
    expectFields(requestOf('POST /api/batch-process'), { image_urls: { type: 'array', maxItems: 100 } })
  })

  test('v1 enhance', () => {
    const body = requestOf('POST /v1/photos/enhance')
    expect(body.required).toEqual(['imageUrl'])
    expectFields(body, {
      imageUrl: text,
      preset: { type: 'string', default: 'balanced' },
      formats: { type: 'array' },
      'formats[]': { enum: expect.arrayContaining(['square', 'portrait', 'landscape']) },
      removeBackground: { type: 'boolean', default: false },
      upscale: { type: 'boolean', default: true },
    })
  })

  test('queue job', () => {
    const body = requestOf('POST /api/jobs/submit')
    expect(body.required).toEqual(['job_type', 'params'])
    expectFields(body, {
      job_type: { enum: ['process_image', 'generate_image', 'upscale', 'compose', 'batch_process'] },
      params: { type: 'object' },
    })
  })
})

/** A string field of a form with its default. */
const filled = (value: string) => ({ type: 'string', default: value })
const file = { type: 'string', format: 'binary' }

const ENHANCE_FORM = {
  image: file,
  style: filled('professional'),
  size: filled('landscape'),
  resolution: filled('1K'),
  enhancements: filled('[]'),
  angle: filled(''),
  customPrompt: filled(''),
  editArea: filled('entire_image'),
  editAreaDetails: filled(''),
}
const ASSET_FORM = {
  reference_images: { type: 'array', default: [], maxItems: 4 },
  'reference_images[]': file,
  logo_image: file,
  pdf: file,
  asset_type: filled('poster'),
  preset: filled('daily_special'),
  resolution: filled('2K'),
  business_name: filled(''),
  headline: filled(''),
  offer: filled(''),
  items_json: filled('[]'),
  source_text: filled(''),
  prompt: filled(''),
}
const REEL_FORM = { image: file, motion: filled('push_in'), motion_details: filled(''), duration: filled('5') }
const DEMO_FORM = {
  image: file,
  style: filled('natural_light'),
  goal: filled('menu'),
  format: filled('landscape'),
  locale: filled('en'),
  configuration: filled('{}'),
}
const { style: _, ...PROJECT_FORM } = DEMO_FORM

describe('forms', () => {
  test.each([
    ['POST /api/mobile/enhance', ['image'], ENHANCE_FORM],
    ['POST /api/mobile/jobs/enhance', ['image'], { ...ENHANCE_FORM, goal: filled('menu'), locale: filled('en') }],
    ['POST /api/mobile/assets', undefined, ASSET_FORM],
    ['POST /api/mobile/jobs/assets', undefined, ASSET_FORM],
    ['POST /api/mobile/reels', ['image'], REEL_FORM],
    ['POST /api/mobile/jobs/reels', ['image'], REEL_FORM],
    ['POST /api/demo/enhance', ['image'], DEMO_FORM],
    ['POST /api/mobile/anonymous-project', ['image'], { ...PROJECT_FORM, preset: filled('natural_light') }],
    ['POST /api/mobile/uploads', ['image'], { image: file }],
    ['POST /api/admin/upload', ['file'], { file, dir: filled('admin-uploads'), filename: filled('') }],
    [
      'POST /api/jobs/compose',
      ['references', 'instruction'],
      { 'references[]': file, instruction: text, aspect: filled('4:3') },
    ],
  ])('%s', (name, required, table) => {
    const body = operationAt(name)?.requestBody
    expect(Object.keys(body?.content ?? {})).toEqual(['multipart/form-data'])
    expect(body?.required ?? false).toBe(!name.endsWith('/assets'))
    expect(requestOf(name).required).toEqual(required)
    expectFields(requestOf(name), table)
  })
})

describe('query and path parameters', () => {
  const parameter = (name: string, key: string) => {
    const [, path = ''] = name.split(' ')
    const found = [...(document.paths[path]?.parameters ?? []), ...(operationAt(name)?.parameters ?? [])]
      .map((each) => (isReference(each) ? document.components.parameters[nameOf(each)] : each))
      .find((each) => each?.name === key)
    return { in: found?.in, required: found?.required ?? false, ...resolved(found?.schema) }
  }

  test.each<[string, string, JsonObject]>([
    ['GET /api/unsubscribe', 'token', { in: 'query', required: true, type: 'string' }],
    ['HEAD /api/unsubscribe', 'token', { in: 'query', required: true, type: 'string' }],
    ['GET /api/auth/verify-email', 'token', { in: 'query', required: true, type: 'string' }],
    ['GET /api/auth/verify-email', 'source', { in: 'query', required: false, type: 'string', default: '' }],
    ['GET /api/auth/idp/mobile/start', 'next', { in: 'query', required: false, type: 'string', default: '/m' }],
    ['GET /api/auth/idp/mobile/start', 'native', { in: 'query', required: false, type: 'boolean', default: false }],
    ['GET /api/auth/idp/callback', 'code', { in: 'query', required: false, type: 'string', default: '' }],
    ['GET /api/auth/idp/callback', 'state', { in: 'query', required: false, type: 'string', default: '' }],
    ['GET /api/auth/idp/callback', 'error', { in: 'query', required: false, type: 'string', default: '' }],
    ['DELETE /api/me/images/{image_id}', 'image_id', { in: 'path', required: true, type: 'integer' }],
    ['GET /api/mobile/jobs/{job_id}', 'job_id', { in: 'path', required: true, type: 'integer' }],
    ['GET /api/jobs/{job_id}/status', 'job_id', { in: 'path', required: true, type: 'string' }],
    ['DELETE /api/jobs/{job_id}', 'job_id', { in: 'path', required: true, type: 'string' }],
    ['GET /api/mobile/private-assets/{filename}', 'filename', { in: 'path', required: true, type: 'string' }],
    ['GET /api/mobile/private-assets/{filename}', 'exp', { in: 'query', required: true, type: 'integer' }],
    ['GET /api/mobile/private-assets/{filename}', 'sig', { in: 'query', required: true, type: 'string' }],
    ['GET /api/mobile/download', 'url', { in: 'query', required: true, type: 'string' }],
    ['GET /api/mobile/download', 'filename', { in: 'query', required: false, type: 'string' }],
  ])('%s %s', (name, key, shown) => {
    expect(parameter(name, key)).toMatchObject(shown)
  })
})

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
