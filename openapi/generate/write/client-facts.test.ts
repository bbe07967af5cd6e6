import { expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { deadlinesSource, documentHashSource, enumConstants } from './client-facts.ts'

test('deadlines are of the operations that say one', () => {
  expect(deadlinesSource(documentWith({ 'x-deadline-seconds': 300 }))).toContain("'POST /api/things': 300,")
  expect(deadlinesSource(documentWith({}))).not.toContain('/api/things')
})

test('the hash is of the document, whatever address serves it', () => {
  expect(documentHashSource('{"paths":{},"servers":[{"url":"a"}]}')).toMatch(/'[0-9a-f]{16}'/)
  expect(documentHashSource('{"paths":{},"servers":[]}')).toBe(documentHashSource('{"paths":{}}'))
  expect(documentHashSource('{"paths":{"/a":{}}}')).not.toBe(documentHashSource('{"paths":{}}'))
})

const schemas = {
  Size: { type: 'string', enum: ['small', 'large'] },
  Thing: { type: 'object', properties: { state: { enum: ['new', 'old'] } } },
}

test('a constant has the values of a schema or of a property, in their order', () => {
  const source = enumConstants(documentWith({}, { schemas }), { SIZES: 'Size', STATES: 'Thing.state' })
  expect(source).toContain("export const SIZES = ['small', 'large'] as const\n")
  expect(source).toContain("export const STATES = ['new', 'old'] as const\n")
})

test('what is no enum stops the generator', () => {
  const document = documentWith({}, { schemas })
  expect(() => enumConstants(document, { THINGS: 'Thing' })).toThrow('Thing is no enum')
  expect(() => enumConstants(document, { COLOURS: 'Thing.colour' })).toThrow('Thing.colour is no enum')
})
