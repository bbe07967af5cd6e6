import { readdirSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import { checkManifest, writeManifest } from './run-manifest.ts'

test('a manifest is written completely, and its folder is created', async () => {
  const folder = folderWith()
  const path = join(folder, 'reports/run.json')
  const summary = {
    schemaVersion: 2,
    type: 'summary',
    done: 0,
    failed: 0,
    skipped: 0,
    creditsUsed: 0,
    out: null,
  } as const
  writeManifest(path, { schemaVersion: 2, files: [], summary })
  expect(readdirSync(join(folder, 'reports'))).toEqual(['run.json'])
  await checkManifest(path)
  await expect(checkManifest(folder)).rejects.toThrow('is a folder. Name a file for --manifest.')
  expect(() => writeManifest(folder, { schemaVersion: 2, files: [], summary })).toThrow(
    'The manifest cannot be written',
  )
})

test('a manifest replaces an earlier one, but no photo, ledger or device', async () => {
  const folder = folderWith({
    'menu/a.jpg': 'a photo',
    'ledger.jsonl': '{"ledger":"platelight-batch","version":1}\n',
    empty: '',
  })
  await checkManifest(join(folder, 'empty'))
  for (const path of [join(folder, 'menu/a.jpg'), join(folder, 'ledger.jsonl'), devNull]) {
    await expect(checkManifest(path)).rejects.toThrow('exists already and is not a manifest. Choose another name')
  }
})
