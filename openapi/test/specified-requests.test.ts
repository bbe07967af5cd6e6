import { describe, expect, test } from 'vitest'
import { expectFields, requestOf, text } from './document-fields.ts'

// Names, types, defaults, allowed values and bounds that the specification shows, typed from it and held
// against the document. What it leaves open is not tested here.

const ASPECTS = ['4:3', '16:9', '1:1', '3:4', '9:16']
const RESOLUTIONS = ['1K', '2K', '4K']
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
