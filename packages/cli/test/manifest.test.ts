import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkReport, writeManifest } from '../src/enhance/manifest.ts'
import { folderWith } from './support/folders.ts'

test('a manifest is written whole, and its folder made', async () => {
  const folder = folderWith()
  const path = join(folder, 'reports/run.json')
  const summary = {
    schemaVersion: 1,
    type: 'summary',
    done: 0,
    failed: 0,
    skipped: 0,
    creditsUsed: 0,
    out: null,
  } as const
  writeManifest(path, { schemaVersion: 1, files: [], summary })
  expect(readdirSync(join(folder, 'reports'))).toEqual(['run.json'])
  await checkReport(path, '--manifest')
  await expect(checkReport(folder, '--manifest')).rejects.toThrow('is a folder. Name a file for --manifest.')
  expect(() => writeManifest(folder, { schemaVersion: 1, files: [], summary })).toThrow(
    'The manifest cannot be written',
  )
})
