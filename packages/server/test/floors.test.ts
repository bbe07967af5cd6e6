import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileCircles, readImports } from '@platelight/imaging/testing/import-circles.ts'
import { expect, test } from 'vitest'

const IMAGING = '@platelight/imaging/'
const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** The rooms that the upper rooms of runs may import. */
const RUNS_ON = ['base', 'database', 'credits', 'events', 'blobs', 'queue', 'operations']

/**
 * The imports of each room. A file belongs to the first room whose pattern matches it. It may import files of its own
 * room (of its own noun in resources) and of the listed rooms with all rooms inside them (`runs` includes `runs/store`).
 * Packages that a room may not load are listed too.
 */
const ROOMS: readonly { room: string; files: RegExp; may: readonly string[]; packages?: RegExp }[] = [
  { room: 'process', files: /^(process|commands)\//, may: ['*'] },
  { room: 'base', files: /^(base|contract)\//, may: ['base'] },
  // Weights and the runtime that executes them. The pixels around a network belong to imaging.
  { room: 'models/onnx', files: /^models\/onnx\//, may: [] },
  { room: 'models/formats', files: /^models\/formats\//, may: ['models/onnx'] },
  {
    room: 'models/files',
    files: /^models\/files\//,
    may: [
      ...['base/server-folder.ts', 'base/durations.ts', 'base/text/own-network.ts'],
      ...['models/settings', 'models/onnx', 'models/formats'],
    ],
  },
  {
    room: 'models/thread',
    files: /^models\/thread\//,
    may: ['base/durations.ts', 'models/settings', 'models/files', 'models/formats/half-float.ts'],
  },
  { room: 'models/report', files: /^models\/report\//, may: ['models/settings', 'models/files', 'models/thread'] },
  { room: 'models/settings', files: /^models\//, may: ['base'] },
  { room: 'operations', files: /^operations\//, may: ['base'] },
  { room: 'http', files: /^http\//, may: ['base'] },
  { room: 'database', files: /^database\//, may: ['base'] },
  // Pages for people. Their data is passed in.
  { room: 'web pages', files: /^web-pages\//, may: ['base'] },
  { room: 'net', files: /^net\//, may: ['base'] },
  { room: 'mail', files: /^mail\//, may: ['base', 'database', 'queue'] },
  { room: 'queue', files: /^queue\//, may: ['base', 'database'] },
  { room: 'blobs', files: /^blobs\//, may: ['base', 'database', 'net'] },
  { room: 'engines', files: /^engines\//, may: ['base', 'operations', 'models', 'net'] },
  { room: 'credits', files: /^credits\//, may: ['base', 'database'] },
  { room: 'events', files: /^events\//, may: ['base', 'database', 'queue', 'net'] },
  { room: 'purchases', files: /^purchases\//, may: ['base', 'database', 'net', 'credits', 'events', 'accounts'] },
  { room: 'idempotency', files: /^idempotency\//, may: ['base', 'database'] },
  { room: 'accounts', files: /^accounts\//, may: ['base', 'database'] },
  // Forms of the website, which are about addresses and not about accounts.
  { room: 'leads', files: /^leads\//, may: ['base', 'database', 'mail'] },
  { room: 'keys', files: /^keys\//, may: ['base', 'database', 'accounts'] },
  {
    room: 'account-data',
    files: /^account-data\//,
    may: ['base', 'database', 'accounts', 'keys', 'credits', 'events', 'blobs', 'queue', 'mail', 'leads'],
  },
  { room: 'runs/run', files: /^runs\/(run|run-priority)\.ts$/, may: ['base', 'database', 'operations'] },
  {
    room: 'runs/store',
    files: /^runs\/store\//,
    may: ['base', 'database', 'blobs', 'engines', 'operations', 'runs/run'],
  },
  {
    room: 'runs/views',
    files: /^runs\/views\//,
    may: ['base', 'blobs', 'database', 'operations', 'runs/run', 'runs/store'],
  },
  {
    room: 'runs/execution',
    files: /^runs\/execution\//,
    may: [...RUNS_ON, 'net', 'mail', 'engines', 'runs/run', 'runs/store', 'runs/views'],
  },
  {
    room: 'runs/acceptance',
    files: /^runs\/acceptance\//,
    may: [...RUNS_ON, 'runs/run', 'runs/store', 'runs/execution'],
  },
  {
    room: 'runs/scheduling',
    files: /^runs\/scheduling\//,
    may: [...RUNS_ON, 'runs/run', 'runs/store', 'runs/execution'],
  },
  { room: 'runs', files: /^runs\//, may: [...RUNS_ON, 'net', 'mail', 'engines', 'runs'] },
  {
    room: 'resource',
    files: /^resources\//,
    may: [
      ...['base', 'database', 'credits', 'events', 'blobs', 'runs', 'engines', 'operations', 'accounts', 'keys'],
      ...['purchases', 'net', 'mail', 'queue', 'account-data', 'leads'],
    ],
  },
]

const imports = readImports(SRC)
const FILES = imports.files
const roomOf = (file: string) => ROOMS.find(({ files }) => files.test(file))
const importsOf = imports.namesIn

function forbidden(file: string): string[] {
  const room = roomOf(file)
  if (!room) return [`${file} belongs to no room`]
  if (room.may.includes('*')) return []
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith('.')) return room.packages && !room.packages.test(name) ? [`${file} loads ${name}`] : []
    const target = relative(SRC, resolve(join(SRC, dirname(file)), name))
    const there = roomOf(target)
    const same = room.room === 'resource' ? dirname(target) === dirname(file) : there?.room === room.room
    const isNamed = room.may.some((name) => there?.room === name || there?.room.startsWith(`${name}/`))
    const allowed = same || isNamed || room.may.includes(target)
    return allowed || target.startsWith('..') ? [] : [`${file} (${room.room}) imports ${target} (${there?.room})`]
  })
}

test('every file belongs to a room and imports only what its room may', () => {
  expect(FILES.length).toBeGreaterThan(50)
  expect(FILES.flatMap(forbidden)).toEqual([])
})

test('no two files import each other, neither directly nor through others', () => {
  expect(fileCircles(imports)).toEqual([])
})

test('only the start of the process reads the environment', () => {
  const readers = FILES.filter((file) => /process\.env/.test(imports.read(file)))
  // It does not read a setting. It turns off telemetry of a native library.
  expect(readers).toEqual(['commands/command-environment.ts', 'models/thread/disable-telemetry.ts'])
})

test('all outgoing requests go through the outbound agent', () => {
  const senders = FILES.filter((file) => importsOf(file).some((name) => /^(undici|node:https?)$/.test(name)))
  expect(senders.filter((file) => !file.startsWith('http/')).sort()).toEqual([
    'net/outbound-agent.ts',
    // These two listen.
    'process/metrics/metrics-part.ts',
    'process/start-server.ts',
  ])
})

test('SMTP is spoken in one file, and messages are composed beside it', () => {
  const users = FILES.filter((file) => importsOf(file).some((name) => name.startsWith('nodemailer')))
  expect(users.sort()).toEqual(['mail/adapters/outbox-mail.ts', 'mail/adapters/smtp-mail.ts'])
})

/** Modules of imaging that throw an ImageError for a file that cannot be used, and the error itself. */
const PICTURE_READERS =
  /import (?!type\b)[^']*from '@platelight\/imaging\/(image-error|codec\/decode\/|codec\/file\/(inspect-image|file-facts|sniff-format|strip-trailing-data))/

test('files of callers are read in one file, which turns refusals into errors of the service', () => {
  const readers = FILES.filter((file) => PICTURE_READERS.test(imports.read(file)))
  expect(readers).toEqual(['operations/picture/image-input.ts'])
})

test('only operations work with pixels; other rooms know formats, limits and the port of networks', () => {
  const allowed = /^(codec\/file\/(image-formats|image-limits|inspect-image)|network-port|tone\/enhance-presets)\.ts$/
  const forbidden = FILES.filter((file) => !file.startsWith('operations/')).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith(IMAGING) && !allowed.test(name.slice(IMAGING.length)))
      .map((name) => `${file} imports ${name}`),
  )
  expect(forbidden).toEqual([])
})
