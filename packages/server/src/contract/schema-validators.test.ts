import { expect, test } from 'vitest'
import type { OpenApiDocument } from './openapi-types.ts'
import { createSchemaChecks } from './schema-validators.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: { '/a/{b}': { get: { responses: { 200: { $ref: '#/components/responses/Fine' } } } } },
  components: {
    responses: { Fine: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Upscale' } } } } },
    schemas: {
      Upscale: {
        type: 'object',
        required: ['image_url'],
        properties: {
          image_url: { type: 'string' },
          scale: { $ref: '#/components/schemas/Scale' },
          at: { type: ['string', 'null'], format: 'date-time' },
          steps: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        },
      },
      Scale: { type: 'integer', enum: [2, 4], default: 2 },
    },
  },
} as unknown as OpenApiDocument

const { comparer, compile, compileTexts } = createSchemaChecks(document)
const upscale = compile({ $ref: '#/components/schemas/Upscale' })

test('a sent value is checked completely and gets its defaults', () => {
  const params = { image_url: 'a' }
  expect(upscale(params)).toEqual([])
  expect(params).toEqual({ image_url: 'a', scale: 2 })

  expect(upscale({ scale: 3, steps: [{}, { name: 1 }], at: 'soon' }, ['body', 'params'])).toEqual([
    { loc: ['body', 'params', 'image_url'], msg: 'is required', type: 'required' },
    { loc: ['body', 'params', 'scale'], msg: 'must be equal to one of the allowed values: 2, 4', type: 'enum' },
    { loc: ['body', 'params', 'at'], msg: 'must match format "date-time"', type: 'format' },
    { loc: ['body', 'params', 'steps', 1, 'name'], msg: 'must be string', type: 'type' },
  ])
})

test('texts become what the schema asks for; a number in JSON stays what it is', () => {
  const limit = { type: 'integer', format: 'int32' } as const
  const query = { limit: '5', at: '2026-11-21T09:30:00.000Z' }
  expect(compileTexts({ properties: { limit } })(query, [])).toEqual([])
  expect(query.limit).toBe(5)
  expect(compileTexts({ properties: { limit } })({ limit: '3000000000' }, ['query'])).toEqual([
    { loc: ['query', 'limit'], msg: 'must match format "int32"', type: 'format' },
  ])
  const at = { type: 'string', format: 'date-time' } as const
  expect(compile({ properties: { at } })({ at: 5 })).toEqual([
    { loc: ['body', 'at'], msg: 'must be string', type: 'type' },
  ])
  expect(compile({ properties: { limit }, additionalProperties: false })({ limit: '5', more: 1 })).toEqual([
    { loc: ['body', 'more'], msg: 'must NOT have additional properties', type: 'additionalProperties' },
    { loc: ['body', 'limit'], msg: 'must be integer', type: 'type' },
  ])
})

test('a shown value is compared and not changed', () => {
  const reply = { image_url: 'a', at: '2026-11-21T09:30:00.000Z' }
  expect(comparer('#/components/schemas/Upscale')(reply)).toEqual([])
  expect(reply).not.toHaveProperty('scale')
  expect(comparer('#/components/responses/Fine/content/application~1json/schema')({})).toHaveLength(1)
})

test('a schema outside the document may refer to it', () => {
  const check = compile({ type: 'array', items: { $ref: '#/components/schemas/Scale' } })
  expect(check([2, 4])).toEqual([])
  expect(check([3], ['body', 'scales'])).toMatchObject([{ loc: ['body', 'scales', 0], type: 'enum' }])
})

test('a pointer that does not exist in the document throws', () => {
  expect(() => comparer('#/components/schemas/Nothing')).toThrow('nothing at')
})
