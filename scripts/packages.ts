// Checks the packages as users receive them: packed, unpacked elsewhere, and used there. Run after a build: `pnpm
// packages`.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './packages/pack.ts'
import { checkContents, checkRules } from './packages/package-contents.ts'
import { checkRuntimes } from './packages/runtimes.ts'
import { checkConsumers } from './packages/try-consumers.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'platelight-packages-'))

try {
  const packages = readdirSync(join(root, 'packages'))
    .map((label) => join(root, 'packages', label))
    .filter(isPublished)
    .map((folder) => pack(folder, work))
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
  problems.push(...(await checkRuntimes(join(work, 'consumer'))))

  if (problems.length > 0) console.error(['', ...problems].join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** A private package is bundled into another one and never packed by itself. */
function isPublished(folder: string): boolean {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { private?: boolean }
  return manifest.private !== true
}
