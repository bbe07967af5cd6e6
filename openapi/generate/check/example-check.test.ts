import { describe, expect, test } from 'vitest'
import { documentWith, json } from '../../test/document-fixture.ts'
import type { JsonObject } from '../read/openapi-model.ts'
import { exampleProblems } from './example-check.ts'

describe('examples', () => {
  const Thing = { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 1 } } }

  test.each<[string, JsonObject, JsonObject | undefined]>([
    ['of a schema', { ...Thing, example: { size: 0 } }, undefined],
    ['of a media type', Thing, { example: {} }],
    [
      'among several of a media type',
      Thing,
      { examples: { good: { value: { size: 1 } }, bad: { value: { size: 'big' } } } },
    ],
    ['given as a default', { type: 'object', properties: { size: { type: 'integer', default: 'big' } } }, undefined],
  ])('a wrong one %s is found', (_, schema, beside) => {
    const document = documentWith(
      {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' }, ...beside } } },
      },
      { schemas: { Thing: schema } },
    )
    const { problems } = exampleProblems(document)
    expect(problems).toHaveLength(1)
  })

  test('right ones pass, and are counted', () => {
    const schemas = { Thing: { ...Thing, example: { size: 2 } } }
    const body = json({ $ref: '#/components/schemas/Thing' })
    expect(exampleProblems(documentWith({ requestBody: body }, { schemas }))).toEqual({ problems: [], checked: 1 })
  })

  test('a field called default or example is a field', () => {
    const properties = { default: { type: 'integer', default: 'no' }, example: { type: 'boolean' } }
    const { problems } = exampleProblems(documentWith({}, { schemas: { Thing: { type: 'object', properties } } }))
    expect(problems).toHaveLength(1)
  })
})
