import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileCircles, readImports } from '../../imaging/test/support/import-circles.ts'

const imports = readImports(fileURLToPath(new URL('../src', import.meta.url)))
const inRoom = (room: string) => imports.files.filter((file) => file.startsWith(`${room}/`))
const packagesOf = (files: readonly string[]) => [
  ...new Set(files.flatMap((file) => imports.namesIn(file).filter((name) => !name.startsWith('.')))),
]

test('layouts are computed from what they are given: only fonts and painters load more than words need', () => {
  expect(inRoom('layout').length).toBeGreaterThan(8)
  expect(packagesOf(inRoom('layout'))).toEqual([])
  expect(packagesOf(inRoom('text')).sort()).toEqual(['bidi-js', 'linebreak'])
  expect(packagesOf(inRoom('fonts')).sort()).toEqual(['@napi-rs/canvas', 'node:fs'])
  expect(packagesOf(inRoom('paint')).sort()).toEqual(['@napi-rs/canvas', 'node:zlib'])
})

test('no two files import each other, neither directly nor through others', () => {
  expect(fileCircles(imports)).toEqual([])
})

test('the same request gives the same page: no clock, chance, environment or network', () => {
  const impure = /\b(new Date|Date\.now|performance\.|Math\.random|randomUUID|process\.|fetch\(|setTimeout\()/
  expect(imports.files.filter((file) => impure.test(imports.read(file)))).toEqual([])
})
