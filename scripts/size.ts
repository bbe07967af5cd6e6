/**
 * What a package weighs in somebody's page: bundled for browsers, minified, gzipped.
 * `tsx scripts/size.ts` prints the table and exits 1 when something is over its budget.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const KIB = 1024

/** Each row is one import statement and the bytes it may cost. Build the packages first. */
const BUDGETS: readonly { name: string; entry: string; maxBytes: number }[] = [
  { name: '@platelight/sdk', entry: 'packages/sdk/dist/index.js', maxBytes: 12 * KIB },
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const rows = await Promise.all(
  BUDGETS.map(async ({ name, entry, maxBytes }) => {
    const bytes = await weigh(entry)
    return { name, bytes, maxBytes, over: bytes > maxBytes }
  }),
)
for (const { name, bytes, maxBytes, over } of rows) {
  console.log(`${over ? 'OVER' : 'ok  '}  ${name}  ${inKib(bytes)} of ${inKib(maxBytes)} KiB gzip`)
}
process.exitCode = rows.some(({ over }) => over) ? 1 : 0

/** Bundling for browsers also fails when a `node:` import can be reached. */
async function weigh(entry: string): Promise<number> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: `export * from './${entry}'`, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).byteLength, 0)
}

function inKib(bytes: number): string {
  return (bytes / KIB).toFixed(2)
}
