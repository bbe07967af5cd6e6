import { describe, expect, test } from 'vitest'
import { documentWith, json } from '../../test/document-fixture.ts'
import { callerView, serverView } from './typed-views.ts'

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
})
