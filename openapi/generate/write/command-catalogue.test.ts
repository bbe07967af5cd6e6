import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPENAPI_FOLDER } from '../read/bundle-document.ts'
import type { OpenApi } from '../read/openapi-model.ts'
import { catalogue } from './command-catalogue.ts'

interface Entry {
  name: string
  input: string
  result: string
  parameters: {
    name: string
    type: string
    required: boolean
    choices?: unknown[]
    default?: unknown
    fields?: string[]
  }[]
}

/** The entries for the present document. */
async function entriesNow(): Promise<Entry[]> {
  const document = JSON.parse(await readFile(join(OPENAPI_FOLDER, 'dist/openapi.json'), 'utf8')) as OpenApi
  const [, json = ''] = /CATALOGUE[^=]*= (\[[\s\S]*?\n\]|\[\])\n/.exec(catalogue(document)) ?? []
  return JSON.parse(json) as Entry[]
}

test('every operation on pictures becomes a command, and work that is only accepted does not', async () => {
  const entries = await entriesNow()
  expect(Object.fromEntries(entries.map(({ name, input, result }) => [name, [input, result]]))).toMatchObject({
    'remove-background': ['picture', 'result_url'],
    relight: ['picture', 'result_url'],
    'hero-shot': ['picture', 'result_url'],
    compose: ['pictures', 'images'],
    edit: ['pictures', 'images'],
    generate: ['words', 'images'],
    enrich: ['words', 'prompt'],
    caption: ['words', 'caption'],
  })
  const names = entries.map(({ name }) => name)
  expect(names).not.toContain('enhance')
  expect(names).not.toContain('batch-process')
  expect(new Set(names).size).toBe(names.length)
})

test('a parameter has its type, choices and default from the document, wherever its schema stands', async () => {
  const entries = await entriesNow()
  const parameter = (operation: string, name: string) =>
    entries.find((entry) => entry.name === operation)?.parameters.find((one) => one.name === name)
  expect(parameter('upscale', 'scale')).toMatchObject({ type: 'number', choices: [2, 4], default: 2, required: false })
  expect(parameter('relight', 'format')).toMatchObject({ type: 'text', choices: ['jpeg', 'png', 'webp', 'avif'] })
  expect(parameter('inpaint', 'box')).toMatchObject({ type: 'numbers', fields: ['x', 'y', 'width', 'height'] })
  expect(parameter('inpaint', 'mask_url')).toMatchObject({ type: 'picture' })
  expect(parameter('compose', 'prompt')).toMatchObject({ type: 'text', required: true })
  expect(parameter('generate', 'reference_images')).toMatchObject({ type: 'pictures' })
  expect(parameter('upscale', 'image_url')).toBeUndefined()
})
