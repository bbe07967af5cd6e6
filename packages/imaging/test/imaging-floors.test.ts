import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileCircles, readImports } from './support/import-circles.ts'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Each room with the rooms that it may import, all of which are above it in this list. Every room may import `.`. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  '.': [],
  raster: [],
  colour: ['raster'],
  codec: ['raster', 'colour'],
  tone: ['raster', 'colour'],
  segmentation: ['raster', 'colour'],
  matting: ['raster', 'colour', 'segmentation'],
  'patch-match': ['raster'],
  framing: ['raster', 'colour', 'tone', 'segmentation', 'matting', 'patch-match'],
  relight: ['raster', 'colour', 'segmentation'],
  retouch: ['raster', 'colour', 'tone', 'segmentation', 'framing'],
  inpaint: ['raster', 'patch-match', 'segmentation'],
  upscale: ['raster', 'tone'],
  deblur: ['raster', 'upscale'],
  hero: ['raster', 'colour', 'segmentation', 'matting', 'framing', 'relight', 'tone', 'deblur'],
  edits: ['raster', 'colour', 'tone', 'segmentation', 'matting', 'retouch', 'hero'],
  composition: ['raster', 'segmentation', 'matting', 'relight', 'deblur', 'hero'],
}

/** Packages that any file may load, and packages that only some files may load. */
const PACKAGES = /^(sharp|node:buffer|node:zlib)$/
const EXCEPTIONS: readonly { files: RegExp; packages: RegExp }[] = [
  { files: /^raster\/free-memory\.ts$/, packages: /^node:(v8|vm)$/ },
  // It reads its own WebAssembly from disk.
  { files: /^codec\/heif\/hevc-decoder\.ts$/, packages: /^(node:fs|node:module|libheif-js\/.*)$/ },
]

const imports = readImports(SRC)
const { files: FILES, read, namesIn: loadedBy, importedBy } = imports
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')

test('every file belongs to a room and imports only what its room may', () => {
  const forbidden = FILES.flatMap((file) => {
    const room = roomOf(file)
    if (!ROOMS[room]) return [`${file} belongs to no room`]
    const allowed = [room, '.', ...ROOMS[room]]
    return importedBy(file)
      .filter((target) => !allowed.includes(roomOf(target)))
      .map((target) => `${file} imports ${target}`)
  })
  expect(FILES.length).toBeGreaterThan(100)
  expect(forbidden).toEqual([])
})

test('the rooms are listed from low to high, and each imports only rooms above it in the list', () => {
  const names = Object.keys(ROOMS)
  const wrong = names.filter((room, i) => ROOMS[room].some((lower) => !names.slice(0, i).includes(lower)))
  expect(wrong).toEqual([])
})

test('no two files import each other, neither directly nor through others', () => {
  expect(fileCircles(imports)).toEqual([])
})

test('a file loads only the packages that its work needs', () => {
  const forbidden = FILES.flatMap((file) =>
    loadedBy(file)
      .filter((name) => !name.startsWith('.') && !PACKAGES.test(name))
      .filter((name) => !EXCEPTIONS.some(({ files, packages }) => files.test(file) && packages.test(name)))
      .map((name) => `${file} loads ${name}`),
  )
  expect(forbidden).toEqual([])
})

test('the same pixels give the same result: no clock, randomness, environment or network', () => {
  const impure =
    /\b(new Date|Date\.now|performance\.|Math\.random|randomUUID|process\.(env|hrtime)|fetch\(|setTimeout\()/
  expect(FILES.filter((file) => impure.test(read(file)))).toEqual([])
})
