import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../child-process.ts'

const ROUNDS = 7

export const WEIGHT_ROWS = [
  'the whole client in a browser bundle, gzip',
  'packages installed with it',
  'processor time to import it in Node',
]

/** What a package weighs, a cell for each of `WEIGHT_ROWS`. */
export async function weigh(name: string): Promise<string[]> {
  return [
    `${((await bundledBytes(name)) / 1024).toFixed(0)} KiB`,
    String(dependenciesOf(name).size - 1),
    `${importMs(name).toFixed(0)} ms`,
  ]
}

async function bundledBytes(name: string): Promise<number> {
  const bundled = (contents: string) =>
    build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      logLevel: 'silent',
    })
  const named = `export * from '${name}'`
  const { outputFiles } = await bundled(`${named}; export { default } from '${name}'`).catch(() => bundled(named))
  return outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents, { level: 9 }).byteLength, 0)
}

/** The folders of a package and of everything that is installed because of it. */
function dependenciesOf(name: string, from = join(root, 'package.json'), found = new Set<string>()): Set<string> {
  const paths = createRequire(from).resolve.paths(name) ?? []
  const file = paths
    .map((path) => join(path, name, 'package.json'))
    .map(real)
    .find((path) => path !== undefined)
  if (file === undefined || found.has(file)) return found
  found.add(file)
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> }
  for (const dependency of Object.keys(dependencies)) dependenciesOf(dependency, file, found)
  return found
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** What an import adds to the start of Node: processor time, which other work on the machine hardly changes. The least counts. */
function importMs(name: string): number {
  const least = (code: string) => {
    const args = ['--input-type=module', '--eval', `${code}; console.log(JSON.stringify(process.cpuUsage()))`]
    const times = Array.from({ length: ROUNDS }, () => {
      const { user, system } = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))
      return (user + system) / 1000
    })
    return Math.min(...times)
  }
  return least(`await import('${name}')`) - least('')
}
