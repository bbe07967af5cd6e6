// Checks the packages as somebody will receive them: packed, unpacked elsewhere, and used there.
// Run after a build: `pnpm packages`.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkConsumers } from './packages/consumers.ts'
import { checkContents } from './packages/contents.ts'
import { checkRules } from './packages/rules.ts'

export interface Packed {
  name: string
  tarball: string
  /** The tarball's content, unpacked. */
  unpacked: string
  manifest: {
    exports?: Record<string, unknown>
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'platelight-packages-'))

try {
  const packages = readdirSync(join(root, 'packages')).map(pack)
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

  if (problems.length > 0) console.error(['', ...problems].join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}

function pack(label: string): Packed {
  const folder = join(root, 'packages', label)
  const unpacked = join(work, label)
  const args = ['pack', '--json', '--pack-destination', unpacked]
  // Inside `pnpm run` this is the pnpm that is running, which need not be on the PATH.
  const pnpm = process.env.npm_execpath
  const output = pnpm
    ? execFileSync(process.execPath, [pnpm, ...args], { cwd: folder, encoding: 'utf8' })
    : execFileSync('corepack', ['pnpm', ...args], { cwd: folder, encoding: 'utf8' })
  const { name, filename: tarball } = JSON.parse(output)
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  return { name, tarball, unpacked, manifest: JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) }
}
