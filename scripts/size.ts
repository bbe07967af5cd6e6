/**
 * The size of a package in a user's page: bundled for browsers, minified, gzipped. `tsx scripts/size.ts` prints the table
 * and exits with 1 when something is over its budget.
 */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const KIB = 1024

interface Budget {
  readonly name: string
  readonly entry: string
  readonly maxBytes: number
  /** The imported names of the entry; by default all. */
  readonly only?: string
  /** An entry that is loaded anyway, so that only the additional bytes count. */
  readonly besides?: string
  /** Where it runs. Default: in a browser. */
  readonly platform?: 'browser' | 'node'
  /** Modules that may be loaded later, when they are needed. Default: none. */
  readonly maxLaterBytes?: number
}

const SDK = 'packages/sdk/dist'
const VERIFIER = 'packages/webhook-verifier/dist'

/** Each row is one import statement and the bytes it may cost. Build the packages first. */
const BUDGETS: readonly Budget[] = [
  { name: '@platelight/sdk', entry: `${SDK}/index.js`, maxBytes: 16 * KIB },
  {
    name: '@platelight/sdk/node',
    entry: `${SDK}/node.js`,
    besides: `${SDK}/index.js`,
    platform: 'node',
    // Helpers that save a picture of any result are part of it, what knows the folders of systems, and plans and prices of files
    // for platforms.
    maxBytes: 10 * KIB,
    // The code of a folder run, about 6, what tells photos from other files, about 1, and a glob matcher if there are globs, about 9.
    maxLaterBytes: 17 * KIB,
  },
  {
    name: '@platelight/sdk/recipes',
    entry: `${SDK}/recipes.js`,
    besides: `${SDK}/index.js`,
    // Half of it is the schema.
    maxBytes: 5 * KIB,
    // The parser of YAML, an optional peer.
    maxLaterBytes: 36 * KIB,
  },
  {
    name: '@platelight/sdk/testing',
    entry: `${SDK}/testing.js`,
    besides: `${SDK}/index.js`,
    // Mostly the replies of all operations. No user of a page loads it.
    maxBytes: 16 * KIB,
  },
  { name: '@platelight/webhook-verifier', entry: `${VERIFIER}/index.js`, maxBytes: 2.25 * KIB },
  {
    name: '@platelight/webhook-verifier, verifyWebhook alone',
    entry: `${VERIFIER}/index.js`,
    only: 'verifyWebhook',
    maxBytes: 1.5 * KIB,
  },
  ...['express', 'fastify', 'hono', 'lambda', 'nest', 'next-pages'].map((adapter) => ({
    name: `@platelight/webhook-verifier/${adapter}`,
    entry: `${VERIFIER}/${adapter}.js`,
    besides: `${VERIFIER}/index.js`,
    maxBytes: 0.5 * KIB,
  })),
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const rows = await Promise.all(
  BUDGETS.map(async ({ name, entry, only, besides, platform = 'browser', maxBytes, maxLaterBytes = 0 }) => {
    const there = besides ? [exported(besides)] : []
    const whole = await weigh([...there, exported(entry, only)], platform)
    const before = besides ? await weigh(there, platform) : { atOnce: 0, later: 0 }
    const bytes = whole.atOnce - before.atOnce
    const later = whole.later - before.later
    return { name, bytes, later, maxBytes, over: bytes > maxBytes || later > maxLaterBytes }
  }),
)
for (const { name, bytes, later, maxBytes, over } of rows) {
  const more = later > 0 ? `, and ${inKib(later)} loaded when it is needed` : ''
  console.log(`${over ? 'OVER' : 'ok  '}  ${name}  ${inKib(bytes)} of ${inKib(maxBytes)} KiB gzip${more}`)
}
process.exitCode = rows.some(({ over }) => over) ? 1 : 0

function exported(entry: string, only?: string): string {
  return `export ${only ? `{ ${only} }` : '*'} from './${entry}'`
}

/**
 * Bytes of the initial load, and bytes that are loaded later. Bundling for browsers also fails when a `node:` import can
 * be reached.
 */
async function weigh(statements: readonly string[], platform: 'browser' | 'node') {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: statements.join('\n'), resolveDir: ROOT },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform,
    outdir: 'weighed',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const atOnce = new Set<string>()
  const visit = (path: string) => {
    if (atOnce.has(path)) return
    atOnce.add(path)
    for (const next of metafile.outputs[path]?.imports ?? []) {
      if (next.kind === 'import-statement' && next.path in metafile.outputs) visit(next.path)
    }
  }
  visit('weighed/stdin.js')
  const weight = (isAtOnce: boolean) =>
    outputFiles
      .filter(({ path }) => atOnce.has(relative(ROOT, path)) === isAtOnce)
      .reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).byteLength, 0)
  return { atOnce: weight(true), later: weight(false) }
}

function inKib(bytes: number): string {
  return (bytes / KIB).toFixed(2)
}
