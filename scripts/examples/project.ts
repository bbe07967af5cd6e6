import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Packed, pnpm } from '../packages/pack.ts'

/**
 * An example like that of a user who copied it: installed from the tarballs and the registry, and type-checked.
 *
 * @returns its folder
 * @throws when it cannot be installed, lacks a package that it needs, or does not compile
 */
export function installed(example: string, libraries: readonly Packed[], work: string): string {
  const folder = join(work, 'projects', basename(example))
  const copied = (path: string) => basename(path) !== 'node_modules'
  cpSync(example, folder, { recursive: true, filter: copied })

  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const { name, tarball } of libraries) {
    if (manifest.dependencies[name]) manifest.dependencies[name] = `file:${tarball}`
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  // Packages that the workspace has already fetched are reused.
  pnpm(['install', '--ignore-workspace', '--no-frozen-lockfile', '--prefer-offline', '--silent'], folder)
  npm(folder, ['run', '--silent', 'check'])
  return folder
}

/** A ceiling for what hangs, on a machine that does much else. */
const LONGEST_MS = 5 * 60_000

/**
 * Runs a command of an example's README.
 *
 * @returns its output
 * @throws when the exit code is not the expected one
 */
export function npm(
  folder: string,
  args: readonly string[],
  { env = {}, expected = 0 }: { env?: Readonly<Record<string, string>>; expected?: number } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: LONGEST_MS,
  })
  const printed = `${stdout}${stderr}`
  if (status === expected) return printed
  const how = error ? error.message : `exit code ${status} instead of ${expected}`
  throw new Error(`npm ${args.join(' ')} in ${basename(folder)}: ${how}\n${printed}`)
}
