import { describe, expect, test } from 'vitest'
import { applyFrame } from './frame.ts'
import { nameOf, type OpenApi, type Operation, type Reference } from './generate/read/openapi-model.ts'
import { documentWith, json } from './test/document-fixture.ts'

describe('the frame', () => {
  const framed = async (document: OpenApi) => {
    await applyFrame(document)
    const [item = {}] = Object.values(document.paths)
    const operation = (item.post ?? item.get) as Operation
    return { document, operation, statuses: Object.keys(operation.responses) }
  }
  const parameters = (operation: Operation) => (operation.parameters ?? []).map((each) => nameOf(each as Reference))

  test('a public read without parameters can only be refused for its rate, or fail', async () => {
    const { statuses, operation } = await framed(documentWith({ security: [] }, { method: 'get' }))
    expect(statuses).toEqual(['200', '429', '500', '503'])
    expect(parameters(operation)).toEqual([])
  })

  test('a Bearer POST with a body takes an Idempotency-Key and lists what that entails', async () => {
    const { statuses, operation } = await framed(documentWith({ requestBody: json({ type: 'object' }) }))
    expect(statuses).toEqual(['200', '400', '401', '403', '408', '409', '413', '415', '422', '429', '500', '503'])
    expect(parameters(operation)).toEqual(['IdempotencyKey'])
  })

  test('paid work adds 402 and X-Max-Credits; free work never answers 402', async () => {
    const paid = await framed(documentWith({ 'x-operation': 'enhance' }))
    expect(paid.statuses).toEqual(expect.arrayContaining(['402']))
    expect(parameters(paid.operation)).toContain('MaxCredits')
    const free = await framed(documentWith({ 'x-operation': 'enrich', 'x-free': true }))
    expect(free.statuses).not.toContain('402')
  })

  test('any operation may find the database away, or no room', async () => {
    const form = { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } }
    const { statuses } = await framed(documentWith({ requestBody: form }))
    expect(statuses).toContain('503')
  })

  test('a retired endpoint is deprecated and answers 410 after its credential', async () => {
    const { statuses, operation } = await framed(documentWith({ 'x-retired': 'Gone for good.', responses: {} }))
    expect(statuses).toEqual(['401', '410', '429', '500', '503'])
    expect(operation.deprecated).toBe(true)
    expect(parameters(operation)).toEqual([])
  })

  test('a block that words a refusal itself keeps its words', async () => {
    const { operation } = await framed(
      documentWith({ responses: { 401: { description: 'A guest token is not enough.' } } }),
    )
    expect(operation.responses['401']).toMatchObject({ description: 'A guest token is not enough.' })
  })

  test('under /v1 refusals and their examples are camelCase and carry no upgrade_url', async () => {
    const { document, operation } = await framed(documentWith({ 'x-operation': 'enhance' }, { path: '/v1/things' }))
    expect(operation.responses['402']).toEqual({ $ref: '#/components/responses/PaymentRequiredV1' })
    const example = JSON.stringify(document.components.responses.PaymentRequiredV1)
    expect(example).toContain('requiredCredits')
    expect(example).not.toMatch(/upgrade_url|upgradeUrl|required_credits/)
    expect(operation.responses['422']).toEqual({ $ref: '#/components/responses/Invalid' })
  })

  test('a default of a named schema is repeated where the schema is used, and a nearer one wins', async () => {
    const Size = { type: 'string', enum: ['small', 'large'], default: 'small' }
    const properties = {
      first: { $ref: '#/components/schemas/Size' },
      second: { $ref: '#/components/schemas/Size', default: 'large' },
    }
    const schemas = { Size, Body: { type: 'object', properties } }
    const { document } = await framed(
      documentWith({ requestBody: json({ $ref: '#/components/schemas/Body' }) }, { schemas }),
    )
    expect(document.components.schemas.Body?.properties).toMatchObject({
      first: { default: 'small' },
      second: { default: 'large' },
    })
  })

  test('a change needs the scope of its tag, and counts against the limits of its family', async () => {
    const unmarked = { 'x-rate-class': undefined }
    const document = documentWith(unmarked)
    document.tags = [{ name: 'things', 'x-scope': 'images', 'x-rate-class': 'careful' }]
    const { operation } = await framed(document)
    expect([operation['x-scopes'], operation['x-rate-class']]).toEqual([['images'], 'api'])
    expect(document.tags).toEqual([{ name: 'things' }])
    const other = await framed(documentWith(unmarked, { path: '/v1/things' }))
    expect([other.operation['x-scopes'], other.operation['x-rate-class']]).toEqual([['account'], 'v1'])
    const read = await framed(documentWith(unmarked, { method: 'get' }))
    expect(read.operation['x-scopes']).toEqual(['read'])
  })

  test('without a credential the tag says the limits, and a block that says its own keeps them', async () => {
    const open = documentWith({ security: [], 'x-rate-class': undefined })
    open.tags = [{ name: 'things', 'x-rate-class': 'careful' }]
    const { operation } = await framed(open)
    expect([operation['x-scopes'], operation['x-rate-class']]).toEqual([undefined, 'careful'])
    const own = await framed(documentWith({ 'x-scopes': ['admin'], 'x-rate-class': 'service' }))
    expect([own.operation['x-scopes'], own.operation['x-rate-class']]).toEqual([['admin'], 'service'])
  })

  test('leaves out components that nothing points at', async () => {
    const { document } = await framed(
      documentWith({ security: [] }, { method: 'get', schemas: { Orphan: { type: 'object' } } }),
    )
    expect(Object.keys(document.components.schemas)).toEqual(['Error'])
    expect(Object.keys(document.components.responses)).toEqual(['InternalError', 'RateLimited', 'Unavailable'])
  })
})
