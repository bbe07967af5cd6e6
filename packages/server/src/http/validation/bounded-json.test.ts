import { expect, test } from 'vitest'
import { InvalidRequest } from '../../base/service-error.ts'
import type { OpenApiDocument, Schema } from '../../contract/openapi-types.ts'
import { readBounds } from './body-bounds.ts'
import { FREE_VALUES, parseBounded, readable, readableItems } from './bounded-json.ts'

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    urls: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 5 } },
    labels: { type: 'object', maxProperties: 2, additionalProperties: { type: 'string', maxLength: 5 } },
    steps: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Step' } },
  },
  allOf: [{ anyOf: [{ properties: { urls: { type: 'array', maxItems: 7 } } }] }],
}
const document = {
  components: { schemas: { Step: { properties: { names: { type: 'array', maxItems: 1, items: { maxLength: 5 } } } } } },
} as unknown as OpenApiDocument
const bounds = readBounds(document, [SCHEMA], () => [])

const list = (length: number, item: string) => `[${Array(length).fill(item).join()}]`
const fields = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `"x${from + at}":1`).join()

const refusal = (text: string) => {
  try {
    parseBounded(text, bounds)
  } catch (error) {
    if (error instanceof InvalidRequest) return error.detail[0]
    throw error
  }
  return undefined
}

test.each([
  ['list', `{"a":1,"urls":${list(readableItems(7) + 1, '1')}}`, ['body', 'urls'], 'must NOT have more than 7 items'],
  [
    'list in a list',
    `{"steps":[{},{"names":${list(readableItems(1) + 1, '"a"')}}]}`,
    ['body', 'steps', 1, 'names'],
    'must NOT have more than 1 items',
  ],
  [
    'name with an escape',
    `{"url\\u0073":${list(readableItems(7) + 1, '[]')}}`,
    ['body', 'urls'],
    'must NOT have more than 7 items',
  ],
  [
    'text',
    `{"urls":["a","${'é'.repeat(2 * readable(5) + 1)}"]}`,
    ['body', 'urls', 1],
    'must NOT have more than 5 characters',
  ],
  ['map', `{"labels":{${fields(readable(2) + 1)}}}`, ['body', 'labels'], 'must NOT have more than 2 fields'],
  [
    'field that is repeated',
    `{${Array(readable(3) + 1)
      .fill('"urls":1')
      .join()}}`,
    ['body'],
    'must NOT have more than 3 fields',
  ],
  ...[
    ['unknown fields', `{${fields(FREE_VALUES + 1)}}`],
    ['unknown lists', `{"x":${list(FREE_VALUES, '{}')}}`],
    ['unknown fields in a list', `{"steps":[{${fields(FREE_VALUES)}},{"y":1}]}`],
    ['lists in place of a text', `{"urls":[${list(FREE_VALUES + 1, '1')}]}`],
  ].map(([name, text]) => [
    name,
    text,
    ['body'],
    `must NOT have more than ${FREE_VALUES} values that the document does not describe`,
  ]),
] as [string, string, (string | number)[], string][])(
  'a body with a far too large %s is refused unread',
  (_, text, loc, msg) => {
    expect(refusal(text)).toMatchObject({ loc, msg })
  },
)

test.each([
  ['a list that is a little too long', `{"urls":${list(8, '1')}}`],
  ['a text whose quotes and brackets are escaped', `{"urls":["\\"[{,:\\\\","\\u005b\\u0022"]}`],
  ['many brackets and commas in a text', `{"urls":["${'[,{'.repeat(30)}"]}`],
  ['emoji, each of two units', `{"urls":["${'🍜'.repeat(readable(5))}"]}`],
  ['numbers, words and blanks', ' { "a" : [ -1.5e3 , true , null ] ,\n"b":\tfalse } '],
  ['a value that is no object', '[[["x"]]]'],
  [
    'the most that is read of each',
    `{"urls":${list(readableItems(7), '1')},"labels":{${fields(readable(2))}},${fields(5000 - 1, 900)}}`,
  ],
])('%s is parsed', (_, text) => {
  expect(parseBounded(text, bounds)).toEqual(JSON.parse(text))
})

test.each(['', '{"urls":[1,', '"no end', '"\\', '{]}', '}}}{{{', '{"a" 1 2 3', '\u0000'])(
  'text that is no JSON is a syntax error: %j',
  (text) => {
    expect(() => parseBounded(text, bounds)).toThrow(SyntaxError)
  },
)

test('too many levels are refused, wherever they are', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"steps":', '}'],
  ] as const) {
    expect(parseBounded(`${open.repeat(64)}1${close.repeat(64)}`, bounds)).toBeDefined()
    expect(() => parseBounded(`${open.repeat(65)}1${close.repeat(65)}`, bounds)).toThrow('deeper than 64 levels')
  }
})
