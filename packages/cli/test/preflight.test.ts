import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkReport, writeManifest } from '../src/enhance/manifest.ts'
import { checkWritable } from '../src/enhance/preflight.ts'
import { folderWith } from './support/folders.ts'

test('a folder that can be made passes, and nothing is left behind', () => {
  const folder = folderWith(['menu/a.jpg'])
  checkWritable([join(folder, 'menu-enhanced/starters'), join(folder, 'menu')])
  expect(readdirSync(folder)).toEqual(['menu'])
  expect(readdirSync(join(folder, 'menu'))).toEqual(['a.jpg'])
})

test('a file where the folder should be is named, with the way out', () => {
  const folder = folderWith(['web'])
  const check = () => checkWritable([join(folder, 'web/starters')])
  expect(check).toThrow(`Results cannot be written to ${join(folder, 'web')}: it is a file, not a folder.`)
  expect(check).toThrow('Nothing was sent and nothing charged. Choose another folder with --out.')
})

test.runIf(process.platform === 'linux')('a place where nothing can be made is found, whoever we are', () => {
  expect(() => checkWritable(['/proc/platelight'])).toThrow('Results cannot be written to /proc')
})

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
