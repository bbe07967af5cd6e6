import { describe, expect, test } from 'vitest'
import { isReference, type JsonObject, nameOf } from '../generate/read/openapi-model.ts'
import { document, expectFields, operationAt, requestOf, resolved, text } from './document-fields.ts'

// Names, types, defaults, allowed values and bounds that the specification shows, typed from it and held
// against the document. What it leaves open is not tested here.

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
