import { expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { deadlinesSource, documentHashSource } from './client-facts.ts'

test('deadlines are of the operations that say one', () => {
  expect(deadlinesSource(documentWith({ 'x-deadline-seconds': 300 }))).toContain("'POST /api/things': 300,")
  expect(deadlinesSource(documentWith({}))).not.toContain('/api/things')
})

test('the hash is of the document, whatever address serves it', () => {
  expect(documentHashSource('{"paths":{},"servers":[{"url":"a"}]}')).toMatch(/'[0-9a-f]{16}'/)
  expect(documentHashSource('{"paths":{},"servers":[]}')).toBe(documentHashSource('{"paths":{}}'))
  expect(documentHashSource('{"paths":{"/a":{}}}')).not.toBe(documentHashSource('{"paths":{}}'))
})
