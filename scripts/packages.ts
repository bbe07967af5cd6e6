// Checks the packages as users receive them: packed, unpacked elsewhere, and used there. Run after a build: `pnpm
// packages`. With `--installed` they are only installed and used, which depends on the Node that does it.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Packed, pack } from './packages/pack.ts'
import { checkContents, checkRules } from './packages/package-contents.ts'
import { checkRuntimes } from './packages/runtimes.ts'
import { checkConsumers } from './packages/try-consumers.ts'
import { checkInstallation } from './packages/try-installation.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'platelight-packages-'))

try {
  const packages = readdirSync(join(root, 'packages'))
    .map((label) => join(root, 'packages', label))
    .filter(isPublished)
    .map((folder) => pack(folder, work))
  const installed = await checkInstallation(packages, join(work, 'installed'), root)
  console.log(`${installed.length === 0 ? 'ok  ' : 'BAD '} installed with Node ${process.version}: one photo enhanced`)
  const problems = installed
  if (!process.argv.includes('--installed')) problems.push(...(await checkEverywhere(packages)))

  if (problems.length > 0) console.error(['', ...problems].join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** What does not depend on the Node. */
async function checkEverywhere(packages: readonly Packed[]): Promise<string[]> {
  const problems: string[] = []
  for (const one of packages) {
    const found = [...checkContents(one, root), ...(await checkRules(one))]
    console.log(`${found.length === 0 ? 'ok  ' : 'BAD '} ${one.name}: contents, publint, types`)
    problems.push(...found.map((problem) => `${one.name}: ${problem}`))
  }
  const libraries = packages.filter(({ manifest }) => manifest.exports?.['.'])
  const used = checkConsumers(libraries, join(work, 'consumer'), root)
  console.log(
    `${used.length === 0 ? 'ok  ' : 'BAD '} ${libraries.map(({ name }) => name).join(', ')}: import, require, compile`,
  )
  problems.push(...used)
  return [...problems, ...(await checkRuntimes(join(work, 'consumer')))]
}

/** A private package is bundled into another one and never packed by itself. */
function isPublished(folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { private?: boolean }
  return manifest.private !== true
}
