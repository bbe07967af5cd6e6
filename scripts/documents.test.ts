import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']

test('the README starts with the two commands for a fresh clone', () => {
  const [, first] = /^```sh\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? []
  expect(first).toBe('npm run demo\nnpm test\n')
})

/** Every document of the project that somebody wrote. */
const pages = execFileSync('git', ['ls-files', '*.md', ':!.changeset', ':!*CHANGELOG.md'], {
  cwd: root,
  encoding: 'utf8',
})

test.each(pages.trim().split('\n'))('all links of %s lead to existing files', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
})

test('every file that CONTRIBUTING and ARCHITECTURE name exists', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const isThere = (name: string) => existsSync(join(root, name)) || tracked.some((file) => file.endsWith(`/${name}`))
  const named = ['CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((file) =>
    // What a reader is to write is marked `(new)`.
    [...read(file).matchAll(/`([\w@./-]+\.(?:ts|mjs|yaml))`(?! \(new\))/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test.each(documents)('the commands in %s exist', (file) => {
  const { scripts, devDependencies } = JSON.parse(read('package.json'))
  const programs = ['biome', 'vitest', 'changeset', 'install', 'tsx']
  const named = [...read(file).matchAll(/\b(?:npm run|pnpm) ([a-z-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts) && !programs.includes(name))).toEqual([])
  expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(['@biomejs/biome', 'vitest', '@changesets/cli']))
})

test('the client in the README compiles', () => {
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(read('README.md')) ?? []
  const snippet = join(root, 'scripts', 'readme-snippet.ts')
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => name === snippet || fileExists(name)
  host.readFile = (name) => (name === snippet ? code : readFile(name))
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([snippet], options, host))
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  expect(code).toContain('@platelight/sdk')
})
