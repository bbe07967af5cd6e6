import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/**
 * Who may import whom. A file belongs to the first room whose pattern matches it; it may import files of its own room
 * (resources: of its own noun) and of the rooms named. Packages that a room may not load are named too.
 */
const ROOMS: readonly { room: string; files: RegExp; may: readonly string[]; packages?: RegExp }[] = [
  {
    room: 'process',
    files:
      /^(cli|hand-over|main|app|core|operator|worker|rate-store|platforms-file|data-folder|disk-space|lock|log|log-line)\.ts$|^commands\//,
    may: ['*'],
  },
  {
    room: 'floor 0',
    files:
      /^(errors|account|canonical|ports|pages|line|ids|config|data-folder-error|memory|unknown-settings|secrets|html|web-page|web-page-style|redact)\.ts$|^contract\//,
    may: ['floor 0'],
  },
  // The file system is there for one file: the decoder's own library.
  { room: 'imaging memory', files: /^imaging\/clear-away\.ts$/, may: [], packages: /^node:(v8|vm)$/ },
  {
    room: 'imaging decoder',
    files: /^imaging\/heif\/decoder\.ts$/,
    may: ['imaging memory'],
    packages: /^node:(fs|module)$/,
  },
  // The library of classical vision, loaded when it is first needed.
  {
    room: 'imaging vision',
    files: /^imaging\/vision\//,
    may: ['imaging'],
    packages: /^(@techstark\/opencv-js|node:module)$/,
  },
  {
    room: 'imaging',
    files: /^imaging\//,
    may: ['errors.ts', 'imaging decoder', 'imaging memory', 'imaging vision'],
    packages: /^(sharp|node:buffer|node:zlib)$/,
  },
  // Weights and the runtime that multiplies them; the pixels around a network are imaging's.
  { room: 'models', files: /^models\//, may: ['floor 0', 'imaging/networks.ts'] },
  { room: 'operations', files: /^operations\//, may: ['imaging', 'floor 0'] },
  { room: 'http', files: /^http\//, may: ['floor 0'] },
  { room: 'database', files: /^database\//, may: ['floor 0'] },
  // Pages for people. They are told what they show.
  { room: 'web pages', files: /^web-pages\//, may: ['floor 0'] },
  { room: 'net', files: /^net\//, may: ['floor 0'] },
  { room: 'mail', files: /^mail\//, may: ['floor 0'] },
  { room: 'queue', files: /^queue\//, may: ['floor 0'] },
  { room: 'blobs', files: /^blobs\//, may: ['floor 0', 'database'] },
  { room: 'engines', files: /^engines\//, may: ['floor 0', 'operations', 'imaging', 'models'] },
  { room: 'credits', files: /^credits\//, may: ['floor 0', 'database'] },
  { room: 'events', files: /^events\//, may: ['floor 0', 'database', 'queue', 'net', 'mail'] },
  { room: 'idempotency', files: /^idempotency\//, may: ['floor 0', 'database'] },
  { room: 'accounts', files: /^accounts\//, may: ['floor 0', 'database', 'resources/keys/service.ts'] },
  {
    room: 'runs',
    files: /^runs\//,
    may: ['floor 0', 'database', 'credits', 'events', 'blobs', 'queue', 'net', 'engines', 'operations', 'imaging'],
  },
  { room: 'resources', files: /^resources\/index\.ts$/, may: ['*'] },
  {
    room: 'resource',
    files: /^resources\//,
    may: [
      'floor 0',
      'database',
      'credits',
      'events',
      'blobs',
      'runs',
      'engines',
      'operations',
      'imaging',
      'accounts',
      'mail',
    ],
  },
]

/** Two nouns share these; everything else of a noun is its own. */
const SHARED = [
  'resources/account/service.ts',
  'resources/catalogs/presets.ts',
  'resources/mobile/form-orders.ts',
  'resources/mobile/enhance-form.ts',
]

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test|\.d)\.ts$/.test(file),
)
const roomOf = (file: string) => ROOMS.find(({ files }) => files.test(file))
const importsOf = (file: string) =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name!)

function forbidden(file: string): string[] {
  const room = roomOf(file)
  if (!room) return [`${file} belongs to no room`]
  if (room.may.includes('*')) return []
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) return room.packages && !room.packages.test(name) ? [`${file} loads ${name}`] : []
    const target = relative(SRC, resolve(join(SRC, dirname(file)), name))
    const there = roomOf(target)
    const same = room.room === 'resource' ? dirname(target) === dirname(file) : there?.room === room.room
    const allowed = same || room.may.includes(target) || SHARED.includes(target) || room.may.includes(there?.room ?? '')
    return allowed || target.startsWith('..') ? [] : [`${file} (${room.room}) imports ${target} (${there?.room})`]
  })
}

test('every file belongs to a room and imports only what its room may', () => {
  expect(FILES.length).toBeGreaterThan(50)
  expect(FILES.flatMap(forbidden)).toEqual([])
})

test('the environment is read where the process begins, and nowhere else', () => {
  const readers = FILES.filter((file) => /process\.env/.test(readFileSync(join(SRC, file), 'utf8')))
  // It does not read a setting: it turns off what a native library would do unasked.
  expect(readers).toEqual(['commands/environment.ts', 'models/disable-telemetry.ts'])
})

test('requests leave through one door', () => {
  const doors = FILES.filter((file) => importsOf(file).some((name) => /^(undici|node:https?)$/.test(name)))
  expect(doors.filter((file) => !file.startsWith('http/')).sort()).toEqual(['main.ts', 'net/door.ts'])
})
