import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const LONGEST_FILE = 300
const FULLEST_FOLDER = 24

/** Everything that somebody wrote, by its path in the project. */
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const files = [...new Set(listed.split('\n'))].filter(
  (file) => file !== '' && existsSync(join(root, file)) && !/(^|\/)generated(\/|\.d\.ts$)/.test(file),
)

const counted = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

test('no file is longer than 300 lines', () => {
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => lines(file) > LONGEST_FILE)).toEqual([])
})

test('a file is found by its name alone', () => {
  // Names that their tools expect, and the entry of a folder.
  const shared = new Set(['index.ts', 'tsup.config.ts'])
  const mine = files.filter((file) => !file.startsWith('examples/'))
  const twice = [...counted(mine.map((file) => basename(file)))].filter(
    ([name, count]) => count > 1 && !shared.has(name),
  )
  expect(twice.map(([name]) => name)).toEqual([])
})

test('no folder has too many files', () => {
  // A history only grows, and is read from its end.
  const sorted = files.filter((file) => !file.includes('/database/migrations/'))
  const full = [...counted(sorted.map((file) => dirname(file)))].filter(([, count]) => count > FULLEST_FOLDER)
  expect(full).toEqual([])
})

test('a test in a source folder is beside the file or folder that it is named after', () => {
  const astray = files.filter((file) => {
    if (!/\/src\/.*\.test\.tsx?$/.test(file)) return false
    const subject = file.replace(/\.test\.tsx?$/, '')
    return (
      ![`${subject}.ts`, `${subject}.tsx`].some((one) => files.includes(one)) &&
      basename(dirname(file)) !== basename(subject)
    )
  })
  expect(astray).toEqual([])
})

test('a skipped test says why, and one that runs programs of others is run where these are installed', () => {
  const times = JSON.parse(readFileSync(join(root, 'scripts/workspace/test-times.json'), 'utf8'))
  const slow = [...times.slowFiles, ...times.programFiles]
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && file !== 'scripts/workspace-rules.test.ts')
  const having = (pattern: RegExp) => tests.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
  expect(having(/\b(test|it|describe)(\.each)?\.(skip|skipIf|runIf|todo)\b/)).toEqual([])
  // `npm run test:all -- --record` finds them, too.
  expect(having(/\b(needs\(|ownDisks\b)/).filter((file) => !slow.includes(file))).toEqual([])
})

/** The files of the server's tests that a file imports, itself or through others, without those of the server itself. */
function supportOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, imported = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const other = join(dirname(file), imported)
    if (!other.startsWith('packages/server/test/') || found.has(other) || !files.includes(other)) continue
    supportOf(other, found.add(other))
  }
  return found
}

test('every test that can use PostgreSQL is part of npm run test:grown, or named as one that need not be', () => {
  const lists = JSON.parse(readFileSync(join(root, 'scripts/workspace/grown-tests.json'), 'utf8'))
  const listed: string[] = lists.tests
  const onSqliteOnly: string[] = lists.onSqliteOnly
  const tests = files.filter((file) => /^packages\/server\/.*\.test\.ts$/.test(file))
  const grown = tests.filter((file) => supportOf(file).has('packages/server/test/support/test-database.ts'))
  expect(grown.length).toBeGreaterThan(100)
  expect(grown.filter((file) => ![...listed, ...onSqliteOnly].some((part) => file.includes(part)))).toEqual([])
  expect([...listed, ...onSqliteOnly].filter((part) => !tests.some((file) => file.includes(part)))).toEqual([])
  // The test that calls every endpoint runs on both.
  expect(onSqliteOnly.some((part) => 'packages/server/test/api/images/every-pair.test.ts'.includes(part))).toBe(false)
})

test('no test has a ceiling of its own, judges how fast something is, or measures memory among other tests', () => {
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && file !== 'scripts/workspace-rules.test.ts')
  const breakable = [
    /^\s*\}, [\d_]{4,}\)$/m,
    /\bpoll\b[^\n]*\btimeout:/,
    /(performance|Date)\.now\(\)[^\n]*toBeLess/,
    /memoryUsage\(/,
    /vi\.setConfig/,
  ]
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter((file) => breakable.some((sign) => sign.test(readFileSync(join(root, file), 'utf8'))))).toEqual(
    [],
  )
})

test('whether a text is a URL is asked with parseUrl, because URL.canParse is wrong in Node 20 and 22', () => {
  const sources = files.filter((file) => /^packages\/[^/]+\/src\//.test(file))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => /URL\.canParse\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no file has the marks of a merge that was not resolved', () => {
  const { stdout, status } = spawnSync('git', ['grep', '-lE', '^(<{7}|>{7}) '], { cwd: root, encoding: 'utf8' })
  // Git ends with 1 when it finds nothing.
  expect([stdout, status]).toEqual(['', 1])
})
