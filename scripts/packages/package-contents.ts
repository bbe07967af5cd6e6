// What a tarball must and must not contain.
// The two public rule sets: publint for the manifest and files, and "are the types wrong" for each kind of importer.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { buildSync } from 'esbuild'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Packed } from './pack.ts'

const required = ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md']
/** What other packages build, and a package takes along. */
const takenAlong: Readonly<Record<string, readonly string[]>> = {
  '@platelight/server': ['dist/dashboard/index.html', 'dist/dashboard/terms.md'],
}
const unwanted = /(^|\/)(node_modules|test|coverage)\/|\.test\.|\.tsbuildinfo$|(^|\/)\.env$/

/** @returns one sentence for each problem */
export function checkContents(one: Packed, root: string): string[] {
  const files = readdirSync(one.unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(one.unpacked, join(entry.parentPath, entry.name)))
    .filter((file) => file !== basename(one.tarball))
  const text = (file: string) => readFileSync(join(one.unpacked, file), 'utf8')

  return [
    ...[...required, ...(takenAlong[one.name] ?? [])]
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing`),
    ...files.filter((file) => unwanted.test(file)).map((file) => `${file} does not belong into the package`),
    ...files.filter((file) => text(file).includes(root)).map((file) => `${file} names the folder it was built in`),
    ...missingPages(text('README.md'), files).map((page) => `the README leads to ${page}, which is missing`),
    ...(/"(workspace|catalog):/.test(text('package.json'))
      ? ['package.json has versions only this workspace knows']
      : []),
    ...undeclared(one, files),
  ]
}

/** The pages of the project that a README names and its package lacks. They are packed into docs/. */
const missingPages = (readme: string, files: readonly string[]): string[] =>
  [...readme.matchAll(/\]\((?:\.\.\/\.\.\/)?([\w./-]+\.\w+)\)/g)]
    .map(([, page = '']) => page)
    .filter((page) => !files.includes(page))

/** Packages that the built code imports and the manifest does not list. They exist only in this workspace. */
function undeclared({ unpacked, manifest }: Packed, files: string[]): string[] {
  const code = files.filter((file) => /^(bin|dist)\/.*\.(js|cjs|mjs)$/.test(file))
  const { metafile } = buildSync({
    entryPoints: code.map((file, index) => ({ in: join(unpacked, file), out: String(index) })),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const packages = imports.filter(({ path, external }) => external && !path.startsWith('#') && !isBuiltin(path))
  const names = new Set(packages.map(({ path }) => nameOf(path)))
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
  return [...names]
    .filter((name) => !(name in declared))
    .map((name) => `dist imports ${name}, which is not among its dependencies`)
}

const nameOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

const require = createRequire(import.meta.url)
const attw = join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist', 'index.js')

/** @returns one sentence for each problem */
export async function checkRules({ unpacked, tarball, manifest }: Packed): Promise<string[]> {
  const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false, strict: true })
  const broken = messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
  // A package that is only a program exports nothing, and so has no types.
  return manifest.exports?.['.'] ? [...broken, ...wrongTypes(tarball)] : broken
}

function wrongTypes(tarball: string): string[] {
  try {
    execFileSync(process.execPath, [attw, tarball, '--format', 'ascii', '--no-color', '--no-emoji'], {
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    return [`types: ${(error as { stdout?: string }).stdout ?? error}`]
  }
}
