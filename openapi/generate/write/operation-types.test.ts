import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPENAPI_FOLDER } from '../read/bundle-document.ts'
import type { OpenApi } from '../read/openapi-model.ts'
import { operationTypes } from './operation-types.ts'

const read = async () => JSON.parse(await readFile(join(OPENAPI_FOLDER, 'dist/openapi.json'), 'utf8')) as OpenApi

test('a queue job takes the body of an endpoint where there is one, and otherwise one of its own', async () => {
  const types = operationTypes(await read())
  expect(types).toContain("'upscale': 'images.upscale'")
  expect(types).toContain("'process_image': 'jobs.submit:process_image'")
  expect(types).toMatch(/BatchOperation =\s+\| 'process'\s+\| 'batch-process'/)
})
