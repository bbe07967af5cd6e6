import { expect, test } from 'vitest'
import { documentWith, json } from '../../test/document-fixture.ts'
import { lint } from './lint-document.ts'

test('both linters run, and an exception that excuses nothing is itself a finding', async () => {
  const body = json({ type: 'object', properties: { name: { type: 'string' } } })
  const document = documentWith({ requestBody: body, operationId: undefined })
  const found = await lint(document, JSON.stringify(document))
  expect(found.join('\n')).toMatch(/^security-defined at/m)
  expect(found.join('\n')).toMatch(/^owasp:api4:2023-string-limit at .*name/m)
  expect(found.join('\n')).toMatch(/excuses owasp:api1:2023-no-numeric-ids .*matches nothing any more/)
})
