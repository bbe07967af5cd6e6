import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** On a busy machine that has to compile better-sqlite3. */
const INSTALL_MS = 10 * 60_000

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

/** Packs a package as for publishing, and unpacks it into a folder of its name in `work`. It must be built before. */
export function pack(folder: string, work: string): Packed {
  const unpacked = join(work, basename(folder))
  const output = pnpm(['pack', '--json', '--pack-destination', unpacked], folder)
  const { name, filename: tarball } = JSON.parse(output)
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  return { name, tarball, unpacked, manifest: JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) }
}

/** The version that this project uses, as `pnpm@10.0.0`. */
const PNPM = String(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).packageManager,
).replace(/\+.*/, '')

/** @returns its output; a failure is in the error */
export function pnpm(args: string[], cwd: string): string {
  // Inside `pnpm run` this is the running pnpm, which may not be on the PATH. Inside `npm run` it is npm.
  const own = process.env.npm_execpath
  // Of a project without a version of its own, corepack would look for the newest.
  const [program, first] = own?.includes('pnpm') ? [process.execPath, [own]] : ['corepack', [PNPM]]
  // It also hands its own settings down as variables, and those of this workspace do not fit a project elsewhere.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_')))
  return execFileSync(program, [...first, ...args], { cwd, env, encoding: 'utf8', timeout: INSTALL_MS })
}
