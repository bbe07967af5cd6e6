import { expect, test } from 'vitest'
import { documentWith } from '../../test/document-fixture.ts'
import { deadlines, documentHash } from './client-facts.ts'

test('deadlines are of the operations that say one', () => {
  expect(deadlines(documentWith({ 'x-deadline-seconds': 300 }))).toContain("'POST /api/things': 300,")
  expect(deadlines(documentWith({}))).not.toContain('/api/things')
})

test('the hash is of the document, whatever address serves it', () => {
  expect(documentHash('{"paths":{},"servers":[{"url":"a"}]}')).toMatch(/'[0-9a-f]{16}'/)
  expect(documentHash('{"paths":{},"servers":[]}')).toBe(documentHash('{"paths":{}}'))
  expect(documentHash('{"paths":{"/a":{}}}')).not.toBe(documentHash('{"paths":{}}'))
})
