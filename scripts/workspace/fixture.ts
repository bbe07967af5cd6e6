// The smallest possible clone, with our own scripts and a package manager that only records its calls.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const scripts = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Replaces corepack and npx: replies to --version, and "installs" and "builds" the files that a real one would create.
 */
const manager = (calls: string) => `#!${process.execPath}
const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2).join(' ')
const name = process.argv[1].split('/').pop()
if (args.endsWith('--version')) {
  console.log('10.34.9')
  process.exit()
}
appendFileSync(${JSON.stringify(calls)}, name + ' ' + args + '\\n')
if (existsSync('broken')) {
  console.error('gyp ERR! find Python')
  process.exit(9)
}
const write = (folder, file, text = 'module.exports = class { close() {} }') => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/' + file, text)
}
const natives = (text) => {
  for (const native of ['better-sqlite3', 'sharp']) write('packages/server/node_modules/' + native, 'index.js', text)
}
const work = () => {
  if (args.includes(' install ')) {
    write('node_modules', '.modules.yaml')
    natives(existsSync('other-node') ? "throw new Error('using NODE_MODULE_VERSION 115. This')" : undefined)
  }
  if (args.startsWith('pnpm rebuild ') && !existsSync('no-compiler')) natives()
  for (const [, label] of args.matchAll(/--filter @platelight\\/(\\S+)/g)) write('packages/' + label + '/dist', 'index.js')
}
setTimeout(work, 200)
`

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** @returns a clone in a temporary folder; `remove` it at the end */
export async function makeClone() {
  const root = await mkdtemp(join(tmpdir(), 'platelight-clone-'))
  const bin = join(root, 'bin')
  const calls = join(root, 'calls.log')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }

  await cp(join(scripts, 'workspace.mjs'), join(root, 'scripts', 'workspace.mjs'))
  await cp(join(scripts, 'workspace'), join(root, 'scripts', 'workspace'), { recursive: true })
  await write('package.json', JSON.stringify({ packageManager: 'pnpm@10.34.9+sha512.00' }))
  await write('pnpm-lock.yaml', 'lockfileVersion: "9.0"')
  const manifests = {
    sdk: { name: '@platelight/sdk', scripts: { build: 'x' } },
    server: { name: '@platelight/server', scripts: { build: 'x' } },
    cli: { name: '@platelight/cli', scripts: { build: 'x' }, dependencies: { '@platelight/sdk': 'workspace:*' } },
  }
  for (const [label, manifest] of Object.entries(manifests)) {
    await write(`packages/${label}/package.json`, JSON.stringify(manifest))
    await write(`packages/${label}/src/index.ts`, 'export {}')
  }
  await mkdir(bin)
  await symlink(process.execPath, join(bin, 'node'))
  const provide = async (name: string) => {
    await writeFile(join(bin, name), manager(calls))
    await chmod(join(bin, name), 0o755)
  }
  await provide('corepack')

  /**
   * Starts a task that finds only the simulated programs.
   *
   * @param shell put a shell in between, as npm does
   */
  const start = (task: string[], options: string[] = [], shell = false) => {
    const command = [process.execPath, ...options, join(root, 'scripts', 'workspace.mjs'), ...task]
    const [file = '', ...args] = shell
      ? ['/bin/sh', '-c', `${command.map((word) => `'${word}'`).join(' ')}; true`]
      : command
    const npm = shell ? { npm_lifecycle_event: task[0] } : {}
    const env = { PATH: bin, HOME: root, TMPDIR: tmpdir(), ...npm }
    const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const finished: Promise<Finished> = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
    return Object.assign(child, { finished })
  }

  return {
    root,
    write,
    provide,
    start,
    run: (...task: string[]) => start(task).finished,
    delete: (path: string) => rm(join(root, path), { recursive: true }),
    /** The calls of the package manager since the last time. */
    async calls() {
      const text = await readFile(calls, 'utf8').catch(() => '')
      await rm(calls, { force: true })
      return text.trim().split('\n').filter(Boolean)
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export type Clone = Awaited<ReturnType<typeof makeClone>>
