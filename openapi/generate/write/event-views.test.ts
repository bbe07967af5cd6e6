import { expect, test } from 'vitest'
import { documentWith, json } from '../../test/document-fixture.ts'
import { eventExamples, eventInterfaces, eventTypeList, eventTypes } from './event-views.ts'

const Made = {
  type: 'object',
  properties: { id: { type: 'string' } },
  example: {
    id: 'evt_1',
    data: { id: 'run_7', at: '2026-11-21T09:31:00.000Z', url: 'http://127.0.0.1:1/a.jpg', page: 'https://a.example/b' },
  },
}
const document = documentWith({}, { schemas: { Made, Thing: { type: 'object' } } })
document.servers = [{ url: 'http://127.0.0.1:1' }]
document.webhooks = documentWith(
  { requestBody: json({ $ref: '#/components/schemas/Made' }) },
  { path: 'thing.made' },
).paths

test('events carry their own schemas and no others', async () => {
  const types = await eventTypes(document)
  expect(types).toContain('"thing.made": Made;')
  expect(types).toContain('export interface Made {')
  expect(types).not.toContain('Thing')
})

test('their types and the names of their interfaces are listed', () => {
  expect(eventTypeList(document)).toContain("EVENT_TYPES = [\n  'thing.made',\n]")
  expect(eventInterfaces(document)).toContain('export type { Made }')
})

test('their examples are of now, of no run there is, and from no machine', () => {
  const examples = eventExamples(document)
  expect(examples).toContain('"id": "run_sample"')
  expect(examples).toContain('"at": now,')
  expect(examples).toContain('"url": "https://photos.example.com/a.jpg"')
  expect(examples).toContain('"page": "https://a.example/b"')
})

test('an event without an example stops the generator', () => {
  const { example: _, ...schema } = Made
  const bare = { ...document, components: { ...document.components, schemas: { Made: schema } } }
  expect(() => eventExamples(bare)).toThrow('thing.made has no example')
})
