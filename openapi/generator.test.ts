import { describe, expect, test } from 'vitest'
import { applyFrame } from './frame.ts'
import { exampleProblems } from './generate/check/example-check.ts'
import { ruleProblems } from './generate/check/house-rules.ts'
import { lint } from './generate/check/lint-document.ts'
import { documentWith, json, NOTHING_PENDING } from './generate/read/document-fixture.ts'
import { type JsonObject, nameOf, type OpenApi, type Operation, type Reference } from './generate/read/openapi-model.ts'
import { pendingProblems } from './generate/read/pending-list.ts'
import { callerView, deadlines, documentHash, eventTypes, serverView } from './generate/write/typed-views.ts'

describe('the frame', () => {
  const framed = async (document: OpenApi, pending = NOTHING_PENDING as Parameters<typeof applyFrame>[1]) => {
    await applyFrame(document, pending)
    const [item = {}] = Object.values(document.paths)
    const operation = (item.post ?? item.get) as Operation
    return { document, operation, statuses: Object.keys(operation.responses) }
  }
  const parameters = (operation: Operation) => (operation.parameters ?? []).map((each) => nameOf(each as Reference))

  test('a public read without parameters can only be refused for its rate, or fail', async () => {
    const { statuses, operation } = await framed(documentWith({ security: [] }, { method: 'get' }))
    expect(statuses).toEqual(['200', '429', '500'])
    expect(parameters(operation)).toEqual([])
  })

  test('a Bearer POST with a body takes an Idempotency-Key and lists what that entails', async () => {
    const { statuses, operation } = await framed(documentWith({ requestBody: json({ type: 'object' }) }))
    expect(statuses).toEqual(['200', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503'])
    expect(parameters(operation)).toEqual(['IdempotencyKey'])
  })

  test('paid work adds 402, 503 and X-Max-Credits; free work never answers 402', async () => {
    const paid = await framed(documentWith({ 'x-operation': 'enhance' }))
    expect(paid.statuses).toEqual(expect.arrayContaining(['402', '503']))
    expect(parameters(paid.operation)).toContain('MaxCredits')
    const free = await framed(documentWith({ 'x-operation': 'enrich', 'x-free': true }))
    expect(free.statuses).not.toContain('402')
  })

  test('what changes something may find no room for it', async () => {
    const form = { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } }
    const { statuses } = await framed(documentWith({ requestBody: form }))
    expect(statuses).toContain('503')
  })

  test('a retired endpoint is deprecated and answers 410 after its credential', async () => {
    const { statuses, operation } = await framed(documentWith({ 'x-retired': 'Gone for good.', responses: {} }))
    expect(statuses).toEqual(['401', '410', '429', '500'])
    expect(operation.deprecated).toBe(true)
    expect(parameters(operation)).toEqual([])
  })

  test('what is not built yet answers 501, as a whole or in one of its values', async () => {
    const whole = await framed(documentWith({}), { operations: ['things.make'], features: [] })
    expect([whole.operation['x-pending'], whole.statuses.includes('501')]).toEqual([true, true])
    const feature = { operation: 'things.make', body: { shiny: true } }
    const part = await framed(documentWith({}), { operations: [], features: [feature] })
    expect([part.operation['x-pending'], part.operation['x-pending-features']]).toEqual([undefined, [{ shiny: true }]])
    expect(part.statuses).toContain('501')
    expect((await framed(documentWith({}))).statuses).not.toContain('501')
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

  test('leaves out components that nothing points at', async () => {
    const { document } = await framed(
      documentWith({ security: [] }, { method: 'get', schemas: { Orphan: { type: 'object' } } }),
    )
    expect(Object.keys(document.components.schemas)).toEqual(['Error'])
    expect(Object.keys(document.components.responses)).toEqual(['InternalError', 'RateLimited'])
  })
})

describe('house rules', () => {
  test('find nothing in a good operation', () => {
    expect(ruleProblems(documentWith({}))).toEqual([])
  })

  test.each<[string, Partial<Operation>, string]>([
    ['an id of another noun', { operationId: 'stuff.make' }, 'does not start with its tag'],
    ['no summary', { summary: undefined }, 'has no summary'],
    ['two tags', { tags: ['things', 'more'] }, 'exactly one tag'],
    ['no success', { responses: {} }, 'no way to succeed'],
  ])('find %s', (_, operation, sentence) => {
    expect(ruleProblems(documentWith(operation)).join()).toContain(sentence)
  })

  test('find a path parameter without a 404', () => {
    const id = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string', maxLength: 9 } }
    expect(ruleProblems(documentWith({ parameters: [id] }))).toEqual(['things.make has a path parameter and no 404'])
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
    ['body.late is a string without maxLength', JSON.parse('{"then":{"properties":{"late":{"type":"string"}}}}')],
  ])('find that %s', (sentence, schema) => {
    expect(ruleProblems(documentWith({ requestBody: json(schema) }))).toEqual([`things.make: ${sentence}`])
  })
})

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

describe('the list of what is not built', () => {
  test.each<[string, Parameters<typeof pendingProblems>[0]]>([
    ['an unknown operation', { operations: ['things.break'], features: [] }],
    ['an operation twice', { operations: ['things.make', 'things.make'], features: [] }],
    ['a feature of an unknown operation', { operations: [], features: [{ operation: 'things.break', body: {} }] }],
    [
      'a feature of what is pending whole',
      { operations: ['things.make'], features: [{ operation: 'things.make', body: {} }] },
    ],
  ])('may not name %s', (_, pending) => {
    expect(pendingProblems(pending, documentWith({}))).toHaveLength(1)
  })

  test('may not name a retired operation, and may name the others', () => {
    const pending = { operations: ['things.make'], features: [] }
    expect(pendingProblems(pending, documentWith({ 'x-retired': 'Gone.' }))).toHaveLength(1)
    expect(pendingProblems(pending, documentWith({}))).toEqual([])
  })
})

describe('the typed views', () => {
  const schemas = {
    Thing: {
      type: 'object',
      required: ['photo'],
      properties: { photo: { type: 'string', format: 'binary' }, size: { type: 'string', default: 'small' } },
    },
  }
  const limit = { name: 'limit', in: 'query' as const, schema: { type: 'integer', default: 20 } }
  const document = documentWith(
    { parameters: [limit], requestBody: json({ $ref: '#/components/schemas/Thing' }) },
    { schemas },
  )

  test('files are files, and only the server sees a default as always there', async () => {
    const [server, caller] = await Promise.all([serverView(document), callerView(document)])
    expect(server.split('\n')[0]).toContain('Generated')
    for (const view of [server, caller]) expect(view).toContain('photo: Blob | File')
    expect([/ size: string/.test(server), / limit: number/.test(server)]).toEqual([true, true])
    expect([/ size\?: string/.test(caller), / limit\?: number/.test(caller)]).toEqual([true, true])
  })

  test('every schema has a type of its name, and every field that refers to one has its sentence', async () => {
    const properties = {
      price: { $ref: '#/components/schemas/Price' },
      count: { type: 'integer', format: 'int32', default: 1, description: 'How many.' },
    }
    const named = documentWith(
      { requestBody: json({ $ref: '#/components/schemas/Photo' }) },
      {
        schemas: {
          Photo: { type: 'object', properties },
          Price: { type: 'number', format: 'double', description: 'What one costs.' },
        },
      },
    )
    const types = await callerView(named)
    expect(types).toContain('export type Price = number;')
    // `Photo` is a class of objects that the client makes itself.
    expect(types).toContain('export interface PhotoFields {\n    /** What one costs. */\n    price?: Price;')
    expect(types).toContain('     * How many.\n     * @default 1\n')
    expect(types).toContain('"application/json": PhotoFields;')
    expect(types).not.toContain('Format: ')
  })

  test('events carry their own schemas and no others', async () => {
    const sent = {
      ...document,
      webhooks: {
        'thing.made': {
          post: {
            ...documentWith({ requestBody: json({ $ref: '#/components/schemas/Made' }) }).paths['/api/things']!.post!,
          },
        },
      },
    }
    sent.components = {
      ...document.components,
      schemas: { ...schemas, Made: { type: 'object', properties: { id: { type: 'string' } } } },
    }
    const types = await eventTypes(sent)
    expect(types).toContain('"thing.made": Made;')
    expect(types).toContain('export interface Made {')
    expect(types).not.toContain('Thing')
  })

  test('deadlines and the hash are of this document', () => {
    expect(deadlines(documentWith({ 'x-deadline-seconds': 300 }))).toContain("'POST /api/things': 300,")
    expect(deadlines(document)).not.toContain('/api/things')
    expect(documentHash('{"paths":{},"servers":[{"url":"a"}]}')).toMatch(/'[0-9a-f]{16}'/)
    expect(documentHash('{"paths":{},"servers":[]}')).toBe(documentHash('{"paths":{}}'))
    expect(documentHash('{"paths":{"/a":{}}}')).not.toBe(documentHash('{"paths":{}}'))
  })
})

test('both linters run, and an exception that excuses nothing is itself a finding', async () => {
  const body = json({ type: 'object', properties: { name: { type: 'string' } } })
  const document = documentWith({ requestBody: body, operationId: undefined })
  const found = await lint(document, JSON.stringify(document))
  expect(found.join('\n')).toMatch(/^security-defined at/m)
  expect(found.join('\n')).toMatch(/^owasp:api4:2023-string-limit at .*name/m)
  expect(found.join('\n')).toMatch(/excuses owasp:api1:2023-no-numeric-ids .*nothing breaks any more/)
})
