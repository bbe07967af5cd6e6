import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WARNING_CODES } from './warning-codes.ts'

/** The sources of a folder, without their tests and without what is generated. */
const sourcesIn = (folder: URL): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /(?<!\.test|\.d)\.ts$/.test(name) && !parentPath.includes('generated'))
    .map(({ name, parentPath }) => readFileSync(`${parentPath}/${name}`, 'utf8'))
    .join('\n')

test('every code is given to a warning somewhere, and none stands in the table twice', () => {
  const sources = ['../', '../../../imaging/src/']
    .map((folder) => sourcesIn(new URL(folder, import.meta.url)))
    .join('\n')
  // `code: 'dish_cut'`, or the first argument of a function that makes a warning.
  const given = [...sources.matchAll(/(?:\bcode: |\b(?:warn|about)\(\s*)'(\w+)'/g)].map(([, code]) => code)
  expect(WARNING_CODES.filter((code) => !given.includes(code))).toEqual([])
  expect(new Set(WARNING_CODES).size).toBe(WARNING_CODES.length)
})
