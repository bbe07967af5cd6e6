import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { PACKAGE, readme, snippets } from './support/readme.ts'

/** The compiler errors of these files, which need not exist on disk. */
function problemsIn(codes: readonly string[]): string[] {
  const files = new Map(codes.map((code, index) => [join(PACKAGE, `test/snippet-${index}.ts`), code]))
  const configFile = join(PACKAGE, '../../tsconfig.base.json')
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile))
  // Nest uses TypeScript's own decorators.
  options.experimentalDecorators = true
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  const program = ts.createProgram([...files.keys()], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('every snippet compiles unchanged', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(13)
  expect(problemsIn(snippets)).toEqual([])
})

test('receivers fit the types of frameworks that other tests do not import', () => {
  const page = `import type { NextApiHandler } from 'next'
    import { nextPagesWebhook } from '@platelight/webhook-verifier/next-pages'
    export const handler: NextApiHandler = nextPagesWebhook({ secrets: 's' }, {})`
  const lambda = `import type { ALBHandler, APIGatewayProxyHandler, APIGatewayProxyHandlerV2, LambdaFunctionURLHandler } from 'aws-lambda'
    import { lambdaWebhook } from '@platelight/webhook-verifier/lambda'
    const handler = lambdaWebhook({ secrets: 's' }, {})
    export const rest: APIGatewayProxyHandler = handler
    export const http: APIGatewayProxyHandlerV2 = handler
    export const url: LambdaFunctionURLHandler = handler
    export const balancer: ALBHandler = handler`
  const nest = `import type { FastifyReply, FastifyRequest } from 'fastify'
    import { nestWebhook } from '@platelight/webhook-verifier/nest'
    const receive = nestWebhook({ secrets: 's' }, {})
    export const onFastify = (request: FastifyRequest, reply: FastifyReply) => receive(request, reply)`
  expect(problemsIn([page, lambda, nest])).toEqual([])
})

test('a snippet that does not compile is reported', () => {
  const wrong = "import { fetchWebhook } from '@platelight/webhook-verifier'\nfetchWebhook({ secret: 's' }, {})\n"
  expect(problemsIn([wrong]).join()).toContain("'secret' does not exist")
})

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
