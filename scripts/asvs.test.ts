import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
// A paragraph may break a name.
const page = read('docs/asvs.md').replaceAll(/\n(?=[a-z])/g, ' ')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')

/** The names that follow a file: `file.test.ts`: *one*, *another*. */
const NAMED = /`([\w.-]+\.test\.ts)`: (\*[^*]+\*(?:, \*[^*]+\*)*)/g
/** `number | level | what it asks | state | how, and the tests`, without the heads of tables. */
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!number|---)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  )

test('every test that docs/asvs.md names exists', () => {
  const missing = [...page.matchAll(NAMED)].flatMap(([, file = '', names = '']) => {
    const path = tracked.find((one) => one.endsWith(`/${file}`))
    const source = path && existsSync(join(root, path)) ? read(path) : ''
    const titles = names.split('*, *').map((name) => name.replaceAll('*', ''))
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`)
  })
  expect([...page.matchAll(NAMED)].length).toBeGreaterThan(70)
  expect(missing).toEqual([])
})

test('every row says its state, and what is met only in part or not at all says why', () => {
  expect(rows.length).toBeGreaterThan(55)
  for (const [number, level, , state, how = ''] of rows) {
    expect([number, level, state]).toEqual([
      expect.stringMatching(/^(?:–|V?\d)/),
      expect.stringMatching(/^(?:[12]|1, 2|)$/),
      expect.stringMatching(/^(?:Met|Partly|Gap|None)$/),
    ])
    expect([number, how.length > 10]).toEqual([number, true])
  }
})
