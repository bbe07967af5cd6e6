import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

/** What the compiler says of these files, which need not exist. */
function problemsIn(codes: readonly string[]): string[] {
  const files = new Map(codes.map((code, index) => [join(PACKAGE, `test/snippet-${index}.ts`), code]))
  const configFile = join(PACKAGE, '../../tsconfig.base.json')
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  const program = ts.createProgram([...files.keys()], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('every snippet compiles as it stands', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(6)
  expect(problemsIn(snippets)).toEqual([])
}, 120_000)

test('a snippet that does not compile is found', () => {
  const wrong = "import { fetchWebhook } from '@platelight/webhook-verifier'\nfetchWebhook({ secret: 's' }, {})\n"
  expect(problemsIn([wrong]).join()).toContain("'secret' does not exist")
}, 120_000)

test('every code, option and export is in the README', () => {
  const source = (file: string) => readFileSync(join(PACKAGE, 'src', file), 'utf8')
  const codes = [...source('error.ts').matchAll(/\| '(\w+)'/g)].map(([, code = '']) => code)
  const options = ['verify-webhook.ts', 'receiver.ts'].flatMap((file) => {
    const [shape = ''] = /interface (?:Verify|Webhook)Options[\s\S]*?^}/m.exec(source(file)) ?? []
    return [...shape.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name = '']) => name)
  })
  const exported = [...source('index.ts').matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, names = '']) =>
    names.split(', ').filter((name) => !name.startsWith('type ') && name !== 'SIGNATURE_HEADER'),
  )
  expect([codes.length, options.length, exported.length]).toEqual([10, 9, 6])
  const missing = [...codes, ...options, ...exported].filter(
    (name) => !readme.includes(`\`${name}`) && !readme.includes(`${name}(`),
  )
  expect(missing).toEqual([])
})
