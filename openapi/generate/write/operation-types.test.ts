import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPENAPI_FOLDER } from '../read/bundle-document.ts'
import { endpoints, type OpenApi } from '../read/openapi-model.ts'
import { operationTypes, pendingEndpoints } from './operation-types.ts'

const read = async () => JSON.parse(await readFile(join(OPENAPI_FOLDER, 'dist/openapi.json'), 'utf8')) as OpenApi

test('an operation that only pending endpoints perform is not listed, and its endpoint is pending', async () => {
  const document = await read()
  const relight = endpoints(document.paths).find(({ operation }) => operation.operationId === 'images.relight')!
  expect(operationTypes(document)).toContain("'images.relight': Body<'images.relight'>")
  relight.operation['x-pending'] = true
  expect(() => operationTypes(document)).toThrow('A batch may name relight')
  expect(pendingEndpoints(document)).toContain("| 'images.relight'")
})

test('a queue job takes the body of an endpoint where there is one, and otherwise one of its own', async () => {
  const types = operationTypes(await read())
  expect(types).toContain("'upscale': 'images.upscale'")
  expect(types).toContain("'process_image': 'jobs.submit:process_image'")
  expect(types).toMatch(/BatchOperation =\s+\| 'process'\s+\| 'batch-process'/)
})
