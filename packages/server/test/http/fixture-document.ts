import type { OpenApiDocument } from '../../src/contract/openapi-types.ts'

/** A small contract with one of everything that the HTTP stages handle. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ 'application/json': { schema } })
const error = (name: 'Error' | 'ErrorV1' | 'Invalid') => ({ description: name, content: json(ref(name)) })

const errors = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, error('Error')]))
const errorsV1 = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, error('ErrorV1')]))
const ok = (schema: object) => ({ 200: { description: 'ok', content: json(schema) } })

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const maxCredits = { name: 'X-Max-Credits', in: 'header', schema: { type: 'number', minimum: 0 } }
const anything = { type: 'object' }
const common = [400, 401, 402, 403, 404, 408, 409, 413, 415, 429, 500, 501, 503]

const post = (operationId: string, body: object, more: object = {}) => ({
  operationId,
  parameters: [idempotencyKey, maxCredits],
  requestBody: { required: true, content: body },
  responses: { ...ok(anything), ...errors(...common), 422: error('Invalid') },
  ...more,
})

const get = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { ...ok(anything), ...errors(...common), 422: error('Invalid') },
  ...more,
})

interface Marked {
  readonly security?: readonly unknown[]
  'x-scopes'?: string[]
  'x-rate-class'?: string
}

/** Adds the default marks, as the generator does. */
function marked<T extends { paths: Record<string, object> }>(document: T): OpenApiDocument {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Marked][]) {
      if (method === 'parameters') continue
      const bearer = operation.security === undefined
      if (bearer) operation['x-scopes'] ??= [method === 'get' ? 'read' : 'images']
      operation['x-rate-class'] ??= bearer ? (path.startsWith('/v1/') ? 'v1' : 'api') : 'public'
    }
  }
  return document as unknown as OpenApiDocument
}

export const fixtureDocument = marked({
  openapi: '3.1.0',
  info: { title: 'Test', version: '1.0.0' },
  security: [{ bearer: [] }],
  paths: {
    '/health': { get: get('service.health', { security: [], 'x-rate-class': 'free' }) },
    '/api/health': { get: get('service.apiHealth', { security: [], 'x-rate-class': 'service' }) },
    '/api/account/credits': { get: get('account.credits') },
    '/v1/account/credits': {
      get: {
        operationId: 'photos.credits',
        responses: { ...ok(ref('Credits')), ...errorsV1(...common), 422: error('Invalid') },
      },
    },
    '/v1/photos': {
      get: {
        operationId: 'photos.list',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: { ...ok(anything), ...errorsV1(...common), 422: error('Invalid') },
      },
    },
    '/v1/photos/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'photos.get', responses: { ...ok(anything), ...errorsV1(...common), 422: error('Invalid') } },
      patch: { operationId: 'photos.change', responses: { ...ok(anything), ...errorsV1(...common) } },
      delete: {
        operationId: 'photos.delete',
        responses: { ...ok(anything), ...errorsV1(...common), 422: error('Invalid') },
      },
    },
    '/v1/photos/latest': {
      get: { operationId: 'photos.latest', responses: { ...ok(anything), ...errorsV1(...common) } },
    },
    '/v1/photos/enhance': {
      post: {
        ...post('photos.enhance', json(ref('Enhance'))),
        'x-operation': 'enhance',
        responses: { ...ok(anything), ...errorsV1(...common), 422: error('Invalid') },
      },
    },
    '/api/enhance': { post: post('images.enhance', json(ref('Enhance')), { 'x-operation': 'enhance' }) },
    '/api/keys/create': {
      post: post('keys.create', json(ref('Named')), { 'x-scopes': ['account'], 'x-secret-reply': true }),
    },
    '/api/keys/{key_id}/rotate': {
      parameters: [{ name: 'key_id', in: 'path', required: true, schema: { type: 'string' } }],
      post: {
        ...post('keys.rotate', json(ref('Named'))),
        'x-scopes': ['account'],
        requestBody: { required: false, content: json(ref('Overlap')) },
      },
    },
    '/api/admin/upload': {
      post: post('files.adminUpload', { 'multipart/form-data': { schema: ref('OneFile') } }, { 'x-scopes': ['admin'] }),
    },
    '/api/mobile/uploads': { post: post('mobile.uploads', { 'multipart/form-data': { schema: ref('OneFile') } }) },
    '/api/jobs/compose': { post: post('mobileJobs.compose', { 'multipart/form-data': { schema: ref('ManyFiles') } }) },
    '/api/mobile/assets': {
      post: {
        ...post('mobile.assets', {}),
        requestBody: { required: false, content: { 'multipart/form-data': { schema: ref('Asset') } } },
      },
    },
    '/api/auth/login': { post: post('auth.login', json(ref('Named')), { security: [], 'x-rate-class': 'careful' }) },
    '/api/webhooks/cardpay': {
      post: post('receivers.cardpay', json(ref('Anything')), {
        security: [],
        'x-rate-class': 'receiver',
        'x-raw-body': true,
      }),
    },
    '/api/unsubscribe': {
      get: get('email.unsubscribe', { security: [] }),
      head: {
        operationId: 'email.check',
        security: [],
        responses: { 200: { description: 'ok' }, ...errors(...common) },
      },
      post: post(
        'email.oneClick',
        { 'application/x-www-form-urlencoded': { schema: ref('OneClick') } },
        { security: [], parameters: [] },
      ),
    },
    '/api/billing/portal': {
      get: { operationId: 'billing.portal', responses: { 302: { description: 'there' }, ...errors(...common) } },
    },
    '/api/mobile/download': {
      get: get('catalogs.lookup', {
        security: [],
        parameters: [{ name: 'url', in: 'query', required: true, schema: { type: 'string' } }],
      }),
    },
    '/files/{filename}': {
      parameters: [{ name: 'filename', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'files.result',
        security: [],
        'x-rate-class': 'free',
        responses: {
          200: { description: 'whole' },
          206: { description: 'part' },
          304: { description: 'unchanged' },
          ...errors(...common, 416),
          422: error('Invalid'),
        },
      },
    },
    '/api/pricing': {
      get: get('retired.pricing', {
        security: [],
        'x-retired': 'Prices are in GET /api/models.',
        responses: { ...errors(410, 429, 500) },
      }),
    },
    '/api/payment/create-intent': {
      post: {
        operationId: 'retired.createIntent',
        'x-retired': 'Card sales have ended.',
        responses: { ...errors(410, 401, 403, 429, 500) },
      },
    },
    '/api/wrong': { get: get('account.wrong', { responses: { ...ok(ref('Credits')), ...errors(500) } }) },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Error: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message'],
            properties: { code: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
      ErrorV1: ref('Error'),
      Invalid: { type: 'object', required: ['detail'], properties: { detail: { type: 'array' } } },
      Anything: { type: 'object', additionalProperties: true },
      Credits: {
        type: 'object',
        required: ['credits', 'since'],
        properties: { credits: { type: 'integer' }, since: { type: ['string', 'null'], format: 'date-time' } },
      },
      Named: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', minLength: 1, maxLength: 20 } },
      },
      Overlap: { type: 'object', properties: { overlap_seconds: { type: 'integer', default: 60 } } },
      OneClick: { type: 'object', properties: { 'List-Unsubscribe': { type: 'string' } } },
      Enhance: {
        type: 'object',
        required: ['imageUrl'],
        properties: {
          imageUrl: { type: 'string', maxLength: 2048 },
          preset: { type: 'string', enum: ['balanced', 'print-ready'], default: 'balanced' },
          formats: {
            type: 'array',
            minItems: 1,
            maxItems: 4,
            uniqueItems: true,
            items: { type: 'string', enum: ['square', 'portrait'] },
          },
          removeBackground: { type: 'boolean', default: false },
          upscale: { type: 'boolean', default: true },
          strength: { type: 'number', minimum: 0, maximum: 1 },
          options: {
            type: 'object',
            default: {},
            properties: { seed: { type: 'integer' }, keep: { type: 'boolean', default: true } },
          },
          labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 10 } },
          layers: { type: 'array', maxItems: 3, items: ref('Layer') },
        },
      },
      Layer: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, inner: ref('Layer') } },
      OneFile: {
        type: 'object',
        required: ['image'],
        properties: {
          image: ref('Binary'),
          style: ref('Style'),
          enhancements: {
            type: 'string',
            default: '[]',
            contentMediaType: 'application/json',
            contentSchema: { type: 'array', items: ref('Light') },
          },
          count: { type: 'integer', minimum: 1, default: 1 },
          exact: { type: 'boolean', default: false },
        },
      },
      Style: ref('AnyStyle'),
      AnyStyle: { type: 'string', enum: ['natural', 'moody'], default: 'natural' },
      Light: { type: 'string', enum: ['color', 'light'] },
      Binary: { type: 'string', format: 'binary' },
      ManyFiles: {
        type: 'object',
        required: ['references', 'instruction'],
        properties: {
          references: { type: 'array', minItems: 1, maxItems: 3, items: ref('Binary') },
          instruction: { type: 'string', minLength: 1 },
          words: { type: 'array', items: { type: 'string' } },
        },
      },
      Asset: {
        type: 'object',
        properties: {
          reference_images: { type: 'array', maxItems: 4, default: [], items: ref('Binary') },
          pdf: ref('Binary'),
          headline: { type: 'string', default: '' },
        },
      },
    },
  },
})
