import { describe, expect, test } from 'vitest'
import { documentWith, json } from '../../test/document-fixture.ts'
import type { JsonObject, Operation } from '../read/openapi-model.ts'
import { ruleProblems } from './house-rules.ts'

describe('house rules', () => {
  test('find nothing in a good operation', () => {
    expect(ruleProblems(documentWith({}))).toEqual([])
  })

  test.each<[string, Partial<Operation>, string]>([
    ['an id of another noun', { operationId: 'stuff.make' }, 'does not start with its tag'],
    ['no summary', { summary: undefined }, 'has no summary'],
    ['two tags', { tags: ['things', 'more'] }, 'exactly one tag'],
    ['no success', { responses: {} }, 'no success response'],
    ['a scope that there is not', { 'x-scopes': ['kitchen'] }, 'no scope kitchen'],
    ['a rate class that there is not', { 'x-rate-class': 'slow' }, 'no rate class slow'],
  ])('find %s', (_, operation, sentence) => {
    expect(ruleProblems(documentWith(operation)).join()).toContain(sentence)
  })

  test('find a path parameter without a 404', () => {
    const id = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string', maxLength: 9 } }
    expect(ruleProblems(documentWith({ parameters: [id] }))).toEqual(['things.make has a path parameter and no 404'])
  })

  test('find administration that anybody may do', () => {
    const open = documentWith({ 'x-scopes': [] }, { path: '/api/admin/things' })
    expect(ruleProblems(open)).toEqual(['things.make: administration needs x-scopes: [admin]'])
  })

  test.each<[string, JsonObject]>([
    ['body.name is a string without maxLength', { type: 'object', properties: { name: { type: 'string' } } }],
    [
      'body.list is an array without maxItems',
      { type: 'object', properties: { list: { type: 'array', items: { type: 'boolean' } } } },
    ],
    [
      'body.list[] is a string without maxLength',
      { type: 'object', properties: { list: { type: 'array', maxItems: 3, items: { type: 'string' } } } },
    ],
    ['body is a integer without maximum', { type: 'integer', minimum: 0 }],
    [
      'body.deep is a number without minimum',
      { allOf: [{ type: 'object', properties: { deep: { type: 'number', maximum: 1 } } }] },
    ],
    ['body is a string without maxLength', { type: ['string', 'null'] }],
    ['body is a map without maxProperties', { type: 'object', additionalProperties: true }],
    ['body.free is a map without maxProperties', { type: 'object', properties: { free: { type: 'object' } } }],
    [
      'body.* is a string without maxLength',
      { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
    ],
    ['body.any may be anything: it has no type', { type: 'object', properties: { any: { description: 'Anything.' } } }],
    ['body.late is a string without maxLength', JSON.parse('{"then":{"properties":{"late":{"type":"string"}}}}')],
  ])('find that %s', (sentence, schema) => {
    expect(ruleProblems(documentWith({ requestBody: json(schema) }))).toEqual([`things.make: ${sentence}`])
  })
})
