import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileCircles, folderCircles, readImports } from '@platelight/imaging/testing/import-circles.ts'
import { expect, test } from 'vitest'

const imports = readImports(fileURLToPath(new URL('../../src', import.meta.url)))

/** Each room with the rooms that it may import. These must come before it in the list. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  transport: ['generated'],
  files: ['generated', 'transport'],
  jobs: ['generated', 'transport'],
  resources: ['files', 'generated', 'jobs', 'transport'],
  'resources/account': ['generated', 'jobs', 'resources', 'transport'],
  'resources/generated': ['resources'],
  client: ['files', 'generated', 'resources', 'resources/account', 'resources/generated', 'transport'],
  'testing/generated': [],
  testing: ['client', 'generated', 'testing/generated', 'transport'],
  folder: ['generated'],
  recipes: ['folder', 'generated', 'transport'],
  'folder/scan': ['files', 'folder', 'transport'],
  'folder/ledger': ['files', 'folder', 'folder/scan', 'transport'],
  'folder/outputs': ['files', 'folder', 'folder/scan', 'transport'],
  'folder/engine': ['client', 'files', 'folder', 'folder/outputs', 'transport'],
  'folder/enhance': [
    ...['client', 'files', 'generated', 'resources', 'transport'],
    ...['folder', 'folder/scan', 'folder/ledger', 'folder/outputs', 'folder/engine'],
  ],
}
const names = Object.keys(ROOMS)

/** Files that may load modules of Node: folder runs, and the files behind `#files`. */
const ON_NODE = /^folder\/|^files\/(.*\.node|disk-file|environment-(fetch|proxy)|temporary-files|save-link)\.ts$/

test('every file belongs to a room and imports only allowed rooms; entry files may import any room', () => {
  expect(imports.files.length).toBeGreaterThan(50)
  const forbidden = imports.files.flatMap((file) => {
    const room = dirname(file)
    if (room === '.') return []
    const allowed = ROOMS[room]
    if (!allowed) return [`${file} belongs to no room`]
    return imports
      .importedBy(file)
      .filter((target) => dirname(target) !== room && !allowed.includes(dirname(target)))
      .map((target) => `${file} imports ${target}`)
  })
  expect(forbidden).toEqual([])
})

test('each room imports only rooms that come before it in the list', () => {
  expect(names.filter((room, i) => ROOMS[room]?.some((lower) => !names.slice(0, i).includes(lower)))).toEqual([])
})

test('neither files nor folders have import cycles', () => {
  expect({ files: fileCircles(imports), folders: folderCircles(imports) }).toEqual({ files: [], folders: [] })
})

test('only Node-specific files import modules of Node, so that a bundle for browsers has none', () => {
  const loaders = imports.files.filter((file) => imports.namesIn(file).some((name) => name.startsWith('node:')))
  expect(loaders.filter((file) => !ON_NODE.test(file))).toEqual([])
})
