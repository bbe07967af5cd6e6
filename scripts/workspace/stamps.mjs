// What was installed and built last. Checking takes some tens of milliseconds and needs no pnpm, which is what keeps the
// second `npm run demo` quick. Sources are compared by content (a checkout changes their times); what we wrote ourselves
// is compared by size and time, so that a build by hand, an emptied dist or a new node_modules shows as well.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const notSources = new Set(['node_modules', 'dist', '.types', 'test', 'coverage'])
const isSource = (name) => !/\.(test\.tsx?|md)$/.test(name)

/**
 * @typedef {object} Stamp one thing that is made from others
 * @property {string} label
 * @property {() => string} inputs names what it is made from, now
 * @property {() => boolean} isFresh
 * @property {() => void} forget
 * @property {(inputs: string) => void} record remembers what is there now as made from `inputs`
 */

/**
 * @param {string} root
 * @param {string} folder where the stamps are kept
 * @returns {{ install: Stamp, packages: (Stamp & { name: string })[] }} every package that has something to build
 */
export function readStamps(root, folder) {
  const packages = packagesOf(root)
  return {
    install: stamp(
      folder,
      'install',
      () => installInputs(root, packages),
      () => installOutputs(root),
    ),
    packages: packages
      .filter(({ manifest }) => manifest.scripts?.build)
      .map(({ label, path, manifest }) => ({
        name: manifest.name,
        ...stamp(
          folder,
          label,
          () => buildInputs(root, path, packages),
          () => buildOutputs(path),
        ),
      })),
  }
}

/** `outputs` is undefined as long as there are none. */
function stamp(folder, label, inputs, outputs) {
  const file = join(folder, `${label}.stamp`)
  return {
    label,
    inputs,
    isFresh() {
      const made = outputs()
      return made !== undefined && existsSync(file) && readFileSync(file, 'utf8') === `${inputs()}\n${made}\n`
    },
    forget: () => rmSync(file, { force: true }),
    record(from) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, `${from}\n${outputs()}\n`)
    },
  }
}

/** The lock file and manifests, and which Node native modules are for. */
function installInputs(root, packages) {
  const manifests = packages.map(({ path }) => join(path, 'package.json'))
  const asked = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'].map((name) => join(root, name))
  const platform = `${process.platform}-${process.arch}-${process.versions.modules}`
  return `${hashContents(root, [...asked, ...manifests])} ${platform}`
}

function installOutputs(root) {
  const written = statSync(join(root, 'node_modules', '.modules.yaml'), { throwIfNoEntry: false })
  return written && String(written.mtimeMs)
}

/** Its own files, those of the packages it may take in, the lock file, the compiler's settings, the bundled document. */
function buildInputs(root, path, packages) {
  const shared = ['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.json'].map((name) => join(root, name))
  const document = filesBelow(join(root, 'openapi', 'dist'))
  const sources = withDependencies(path, packages).flatMap(filesBelow).filter(isSource)
  return hashContents(root, [...shared, ...document, ...sources])
}

/**
 * The folders of a package and of everything in the workspace that it uses, directly or not. Development dependencies count,
 * because a build bundles those that are not published.
 */
function withDependencies(path, packages, seen = new Set()) {
  if (seen.has(path)) return []
  seen.add(path)
  const { dependencies = {}, devDependencies = {} } = packages.find((one) => one.path === path).manifest
  const needed = packages.filter(({ manifest }) => manifest.name in dependencies || manifest.name in devDependencies)
  return [path, ...needed.flatMap((one) => withDependencies(one.path, packages, seen))]
}

function buildOutputs(path) {
  const files = filesBelow(join(path, 'dist'))
  if (files.length === 0) return undefined
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(path, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function packagesOf(root) {
  const folders = readdirSync(join(root, 'packages')).map((label) => ({ label, path: join(root, 'packages', label) }))
  return folders
    .filter(({ path }) => existsSync(join(path, 'package.json')))
    .map((entry) => ({ ...entry, manifest: JSON.parse(readFileSync(join(entry.path, 'package.json'), 'utf8')) }))
}

function hashContents(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    if (!existsSync(file)) continue
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Every file below a folder, less what is installed, built or only tests, in one order. */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return notSources.has(entry.name) ? [] : filesBelow(path)
  })
}
