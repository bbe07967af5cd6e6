import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Packed, pnpm } from '../packages/pack.ts'

/**
 * An example as somebody has it who copied it: installed from the tarballs and the registry, and typechecked.
 *
 * @returns its folder
 * @throws when it cannot be installed, does not name a package it needs, or does not compile
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
  // What the workspace has fetched before is taken from there.
  pnpm(['install', '--ignore-workspace', '--no-frozen-lockfile', '--prefer-offline', '--silent'], folder)
  npm(folder, ['run', '--silent', 'check'])
  return folder
}

/**
 * Types what an example's README says.
 *
 * @returns what was printed
 * @throws when the exit code is not the one that was expected
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
    timeout: 60_000,
  })
  const printed = `${stdout}${stderr}`
  if (status === expected) return printed
  const how = error ? error.message : `exit code ${status} instead of ${expected}`
  throw new Error(`npm ${args.join(' ')} in ${basename(folder)}: ${how}\n${printed}`)
}
