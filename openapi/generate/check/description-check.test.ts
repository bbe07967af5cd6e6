import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applyFrame } from '../../frame.ts'
import { documentWith, json } from '../../test/document-fixture.ts'
import type { JsonObject, OpenApi, Operation } from '../read/openapi-model.ts'
import { documentationOf } from './description-check.ts'
import { exampleProblems } from './example-check.ts'

test('every operation, parameter and field of the document is described, and every body has an example that fits', () => {
  const document = JSON.parse(readFileSync(new URL('../../dist/openapi.json', import.meta.url), 'utf8')) as OpenApi
  expect(documentationOf(document).problems).toEqual([])
  expect(exampleProblems(document).problems).toEqual([])
})

describe('documentation', () => {
  const Size = { type: 'string', description: 'How large.' }
  const named = { $ref: '#/components/schemas/Size' }
  const thing = (more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { size: named, list: { type: 'array', description: 'All.', items: { type: 'object', ...more } } },
  })
  const body = (schema: JsonObject, beside: JsonObject = { example: {} }) => ({
    content: { 'application/json': { schema, ...beside } },
  })
  const described = (operation: Partial<Operation>) =>
    documentationOf(documentWith({ description: 'Makes a thing.', ...operation }, { schemas: { Size } }))

  test('counts what is described, by itself or by the schema it refers to', () => {
    const { problems, ...counts } = described({ requestBody: body(thing()) })
    expect(problems).toEqual([])
    expect(counts).toEqual({ operations: 1, bodies: 1, parameters: 0, fields: 2 })
  })

  test.each<[string, Partial<Operation>, string]>([
    ['an operation', { description: undefined }, 'things.make has no description'],
    ['a blank description', { description: ' ' }, 'things.make has no description'],
    ['a body without an example', { requestBody: body(thing(), {}) }, 'things.make: application/json has no example'],
    [
      'a parameter',
      { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] },
      '/api/things: the parameter limit has no description',
    ],
    [
      'a field inside a list',
      { requestBody: body(thing({ properties: { hidden: { type: 'string' } } })) },
      'things.make.list[].hidden has no description',
    ],
    [
      'a field of an answer',
      { responses: { 200: { description: 'Made.', ...body({ allOf: [{ properties: { id: {} } }] }) } } },
      'things.make.id has no description',
    ],
  ])('%s stops the generator', (_, operation, sentence) => {
    expect(described(operation).problems).toEqual([sentence])
  })

  test('the example of a named schema is shown with the body', async () => {
    const schemas = { Thing: { type: 'object', example: { size: 2 } } }
    const document = documentWith({ requestBody: json({ $ref: '#/components/schemas/Thing' }) }, { schemas })
    await applyFrame(document)
    expect(document.paths['/api/things']?.post?.requestBody?.content['application/json']?.example).toEqual({ size: 2 })
  })
})
