import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileCircles, folderCircles, readImports } from '../../imaging/test/support/import-circles.ts'

const imports = readImports(fileURLToPath(new URL('../src', import.meta.url)))

/** Rooms that all commands over photos may import. */
const PHOTOS_ON = ['base', 'config', 'context', 'reporting']

/** Each room with the rooms that it may import. These must come before it in the list. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  generated: ['base'],
  config: ['base', 'generated'],
  completion: ['base', 'config', 'generated'],
  credentials: ['base', 'config'],
  'local-server': ['base', 'config'],
  context: ['base', 'config', 'credentials', 'local-server'],
  doctor: ['base', 'context', 'credentials'],
  reporting: ['base', 'context'],
  'sign-in': ['base', 'config', 'context', 'credentials'],
  recipes: ['base', 'context', 'generated'],
  jobs: ['base', 'context', 'reporting'],
  webhooks: ['base', 'context', 'generated', 'reporting'],
  mcp: ['base', 'context', 'generated'],
  screens: [...PHOTOS_ON, 'jobs'],
  reporters: ['base', 'context', 'reporting', 'screens'],
  'folder-run': ['base', 'context', 'generated', 'reporting', 'screens'],
  enhance: [...PHOTOS_ON, 'folder-run'],
  operations: [...PHOTOS_ON, 'folder-run', 'jobs', 'reporters'],
  batches: [...PHOTOS_ON, 'folder-run', 'generated', 'jobs', 'operations', 'reporters'],
  sheets: [...PHOTOS_ON, 'enhance', 'folder-run'],
  pointing: [...PHOTOS_ON, 'enhance', 'screens', 'sheets'],
  watch: [...PHOTOS_ON, 'enhance'],
  actions: [
    ...[...PHOTOS_ON, 'generated', 'credentials', 'local-server', 'doctor', 'sign-in', 'jobs', 'webhooks', 'screens'],
    ...['reporters', 'folder-run', 'enhance', 'operations', 'batches', 'sheets', 'pointing', 'watch', 'mcp', 'recipes'],
  ],
  // Declares the commands. Their actions import the code that does the work.
  program: [
    'base',
    'generated',
    'config',
    'completion',
    'context',
    'webhooks',
    'folder-run',
    'enhance',
    'operations',
    'batches',
    'recipes',
    'actions',
  ],
}
const names = Object.keys(ROOMS)

/** Packages that only some rooms may load. */
const PACKAGES: readonly { packages: RegExp; rooms: readonly string[] }[] = [
  { packages: /^(ink|@inkjs\/|react)/, rooms: ['screens'] },
  { packages: /^(sharp|sixel|heic-decode)/, rooms: ['sheets'] },
  { packages: /^@napi-rs\/keyring/, rooms: ['credentials'] },
  { packages: /^@platelight\/server/, rooms: ['local-server'] },
  { packages: /^@modelcontextprotocol\//, rooms: ['mcp'] },
  { packages: /^commander$/, rooms: ['.', 'base', 'config', 'completion', 'program'] },
]

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')

test('every file belongs to a room and imports only allowed rooms; the entry may import any room', () => {
  expect(imports.files.length).toBeGreaterThan(100)
  const forbidden = imports.files.flatMap((file) => {
    const room = roomOf(file)
    if (room === '.') return []
    const allowed = ROOMS[room]
    if (!allowed) return [`${file} belongs to no room`]
    return imports
      .importedBy(file)
      .filter((target) => roomOf(target) !== room && !allowed.includes(roomOf(target)))
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

test('restricted packages are loaded only by their rooms', () => {
  const forbidden = imports.files.flatMap((file) =>
    imports
      .namesIn(file)
      .filter((name) => PACKAGES.some(({ packages, rooms }) => packages.test(name) && !rooms.includes(roomOf(file))))
      .map((name) => `${file} loads ${name}`),
  )
  expect(forbidden).toEqual([])
})
