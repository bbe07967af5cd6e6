import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fileCircles, readImports } from '../../imaging/test/support/import-circles.ts'

const imports = readImports(fileURLToPath(new URL('../src', import.meta.url)))

test('a file loads nothing but the canvas', () => {
  const loaded = imports.files.flatMap((file) => imports.namesIn(file).filter((name) => !name.startsWith('.')))
  expect(imports.files.length).toBeGreaterThan(50)
  expect([...new Set(loaded)]).toEqual(['@napi-rs/canvas'])
})

test('no two files import each other, neither directly nor through others', () => {
  expect(fileCircles(imports)).toEqual([])
})

test('the same request gives the same picture: no clock, chance, environment, network or system font', () => {
  const impure = /\b(new Date|Date\.now|performance\.|Math\.random|randomUUID|process\.|fetch\(|setTimeout\()/
  expect(imports.files.filter((file) => impure.test(imports.read(file)))).toEqual([])
  // Letters are drawn in one folder, with fonts that it is given.
  const lettering = imports.files.filter((file) => /\b(fillText|strokeText|GlobalFonts)/.test(imports.read(file)))
  expect(lettering.map((file) => file.replace(/.*\/src\//, '')).sort()).toEqual([
    'lettering/lettering-fonts.ts',
    'lettering/set-lettering.ts',
  ])
})
