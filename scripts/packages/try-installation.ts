// A newcomer's project: the packed packages installed together with what they need, and one photo enhanced by the server that
// the command line starts.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dishPhoto } from '#server-testing/pictures'
import { type Packed, pnpm } from './pack.ts'

const TIMEOUT_MS = 120_000

/** @returns one sentence for each thing that does not work, or about which Node warns */
export async function checkInstallation(packages: readonly Packed[], folder: string, root: string): Promise<string[]> {
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]))
  mkdirSync(folder, { recursive: true })
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, packageManager, dependencies: tarballs }))
  // The packages name each other by versions that are not in the registry yet. JSON is YAML.
  const settings = { overrides: tarballs, allowBuilds: { 'better-sqlite3': true } }
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings))
  pnpm(['install', '--no-frozen-lockfile', '--prefer-offline'], folder)

  writeFileSync(join(folder, 'dish.jpg'), await dishPhoto({ width: 800, height: 600 }))
  const program = join(folder, 'node_modules', '@platelight', 'cli', 'bin', 'platelight.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'enhance', 'dish.jpg', '--out', 'enhanced'],
    {
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: join(folder, 'data'), PLATELIGHT_API_KEY: '', PLATELIGHT_BASE_URL: '' },
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    },
  )
  const printed = `${stdout}${stderr}`
  if (status !== 0) return [`platelight enhance ended with ${status}:\n${printed}`]
  return [
    ...(readdirSync(join(folder, 'enhanced')).some((file) => file.endsWith('.jpg')) ? [] : ['there is no picture']),
    ...(/\w*Warning:|\[DEP\d+\]/.test(printed) ? [`Node warns:\n${printed}`] : []),
  ]
}
