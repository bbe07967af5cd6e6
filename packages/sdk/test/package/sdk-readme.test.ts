import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { Platelight } from '../../src/index.ts'
import { LOG_LEVELS } from '../../src/transport/redacting-log.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

/** The compiler errors of these files, which need not exist on disk. */
function problemsIn(files: Readonly<Record<string, string>>): string[] {
  const configFile = join(PACKAGE, '../../tsconfig.base.json')
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile: read } = host
  host.fileExists = (name) => name in files || fileExists(name)
  host.readFile = (name) => files[name] ?? read(name)
  const program = ts.createProgram(Object.keys(files), options, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName.slice(PACKAGE.length)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

test('every snippet compiles unchanged', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(5)
  const files = Object.fromEntries(snippets.map((code, index) => [join(PACKAGE, `test/snippet-${index}.ts`), code]))
  expect(problemsIn(files)).toEqual([])
})

test('a snippet that does not compile is reported', () => {
  const wrong = "import { Platelight } from '@platelight/sdk'\nnew Platelight().photos.enhance({ imag: 'x' })\n"
  expect(problemsIn({ [join(PACKAGE, 'test/snippet-wrong.ts')]: wrong }).join()).toContain("'imag' does not exist")
})

test('the table of errors names every class and every code of this package', async () => {
  const { readdir } = await import('node:fs/promises')
  const sources = (await readdir(join(PACKAGE, 'src'), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const code = (await Promise.all(sources.map((name) => readFile(join(PACKAGE, 'src', name), 'utf8')))).join('\n')
  const classes = [...code.matchAll(/export class (\w+Error)/g)].map(([, name = '']) => name)
  const codes = [...code.matchAll(/new (?:reading\.)?(?:PlatelightError|ConnectionError|OurError)\(\s*'(\w+)'/g)].map(
    ([, name = '']) => name,
  )
  expect(classes.length).toBeGreaterThan(10)
  expect(codes.length).toBeGreaterThan(10)
  expect([...classes, ...codes].filter((name) => !readme.includes(name))).toEqual([])
  expect(LOG_LEVELS.filter((level) => !readme.includes(level))).toEqual([])
})

test('the table of methods has every method of the client, and no other', () => {
  const rows = [...readme.matchAll(/^\| `client\.(\w+)`\s*\| (`\w+`(?:, `\w+`)*)\s*\|$/gm)]
  const documented = rows.map(([, noun, cell = '']) => `${noun}: ${[...cell.matchAll(/\w+/g)].sort().join(' ')}`)
  const client = new Platelight({ apiKey: 'pl_live_test' })
  const actual = Object.entries(client).flatMap(([noun, resource]) =>
    noun === 'raw' || typeof resource !== 'object' ? [] : `${noun}: ${Object.keys(resource).sort().join(' ')}`,
  )
  expect(documented.sort()).toEqual(actual.sort())
})

test('the table of a folder run names every option and event', async () => {
  const folder = (name: string) => readFile(join(PACKAGE, 'src/folder', name), 'utf8')
  const options = [...(await folder('enhance/folder-options.ts')).matchAll(/^ {2}readonly (\w+)\?:/gm)].map(
    ([, name = '']) => name,
  )
  const events = [...(await folder('folder-events.ts')).matchAll(/readonly type: '(\w+)'/g)].map(
    ([, name = '']) => name,
  )
  const stops = [
    ...((await folder('folder-events.ts')).split('StopReason =')[1]?.split('interface')[0] ?? '').matchAll(/'(\w+)'/g),
  ]
  expect(options.length).toBeGreaterThan(15)
  expect(events).toHaveLength(8)
  const named = [...options, ...events, ...stops.map(([, name = '']) => name)]
  // Options for single inputs, the working folder and the clock need no row.
  const exempt = ['root', 'name', 'cwd', 'clock']
  expect(named.filter((name) => !exempt.includes(name) && !readme.includes(`\`${name}\``))).toEqual([])
})
