import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXCEPTIONS, type Exception } from '../../lint-exceptions.ts'
import { tool } from '../read/bundle-document.ts'
import { endpoints, isBearer, type JsonObject, type OpenApi, parametersOf } from '../read/openapi-model.ts'

interface Finding {
  rule: string
  message: string
  /** Keys from the root of the document. */
  path: string[]
}

/**
 * Runs redocly's `recommended` and spectral's OWASP rules over a bundled document.
 *
 * Returns a sentence per finding that no exception covers, and per exception that covers nothing any more.
 */
export async function lint(document: OpenApi, bundled: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platelight-lint-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, bundled)
    const found = (await Promise.all([redocly(file), spectral(file)])).flat()
    return problems(found, document)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Both tools exit with an error code when they find something, and print what they found on stdout. */
async function output(name: 'redocly' | 'spectral', args: string[]): Promise<string> {
  const { stdout, stderr } = await tool(name, args).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? String(error),
  }))
  const start = stdout.search(/[[{]/)
  if (start < 0) throw new Error(`${name} did not run:\n${stderr}`)
  return stdout.slice(start)
}

async function redocly(file: string): Promise<Finding[]> {
  const text = await output('redocly', ['lint', file, '--extends=recommended', '--format=json', '--max-problems=10000'])
  const report = JSON.parse(text) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
  }
  return report.problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    message,
    path: keysOf(location[0]?.pointer ?? ''),
  }))
}

const keysOf = (pointer: string): string[] =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

async function spectral(file: string): Promise<Finding[]> {
  const text = await output('spectral', ['lint', file, '--ruleset', 'spectral.yaml', '--format', 'json', '--quiet'])
  const results = JSON.parse(text) as { code: string; message: string; path: (string | number)[] }[]
  return results.map(({ code, message, path }) => ({ rule: code, message, path: path.map(String) }))
}

/** Findings that no exception covers, and exceptions that cover no finding. */
function problems(found: Finding[], document: OpenApi): string[] {
  const isIn = scopesOf(document)
  const covers = ({ rule, scope }: Exception, finding: Finding): boolean => {
    if (rule !== finding.rule) return false
    if (scope instanceof RegExp) return scope.test(finding.path.join(' '))
    return scope === 'everywhere' || isIn[scope](finding.path)
  }
  const uncovered = found.filter((finding) => !EXCEPTIONS.some((exception) => covers(exception, finding)))
  const stale = EXCEPTIONS.filter((exception) => !found.some((finding) => covers(exception, finding)))
  return [
    ...uncovered.map(({ rule, message, path }) => `${rule} at ${path.join('/')}: ${message}`),
    ...stale.map(({ rule, scope }) => `lint-exceptions.ts excuses ${rule} (${scope}), which matches nothing any more`),
  ]
}

/** For each scope of an exception, whether the path of a finding lies in it. */
function scopesOf(
  document: OpenApi,
): Record<'responses' | 'files' | 'public' | 'without input', (path: string[]) => boolean> {
  const inRequests = schemasOfRequests(document)
  const byPath = new Map(endpoints(document.paths).map((endpoint) => [`${endpoint.path} ${endpoint.method}`, endpoint]))
  const endpointAt = ([section, path, method]: string[]) =>
    section === 'paths' ? byPath.get(`${path} ${method}`) : undefined
  return {
    responses: ([section, kind, name, ...rest]) =>
      section === 'components'
        ? kind === 'responses' ||
          kind === 'headers' ||
          (kind === 'schemas' && name !== undefined && !inRequests.has(name))
        : rest.includes('responses') || name === 'responses',
    files: (path) => valueAt(document, path).format === 'binary',
    public: (path) => {
      const endpoint = endpointAt(path)
      return path[0] === 'webhooks' || (endpoint !== undefined && !isBearer(endpoint.operation))
    },
    'without input': (path) => {
      const endpoint = endpointAt(path)
      if (!endpoint) return path[0] === 'webhooks'
      return !endpoint.operation.requestBody && parametersOf(endpoint, document.components).length === 0
    },
  }
}

const valueAt = (document: OpenApi, path: string[]): JsonObject =>
  path.reduce((node, key) => (node[key] ?? {}) as JsonObject, document as unknown as JsonObject)

/** Names of the schemas that some request carries, directly or inside another. */
function schemasOfRequests({ paths, components }: OpenApi): Set<string> {
  const names = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of (JSON.stringify(value) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(components.schemas[name])
    }
  }
  for (const endpoint of endpoints(paths)) {
    visit(endpoint.operation.requestBody)
    visit(parametersOf(endpoint, components))
  }
  return names
}
