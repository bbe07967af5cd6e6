// Installs and builds what is stale, and nothing else.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, say, step } from './console.mjs'
import { compiledForAnother, explain } from './explain.mjs'
import { takeLock } from './lock.mjs'
import { findPnpm } from './pnpm.mjs'
import { runQuietly } from './process.mjs'
import { readStamps } from './stamps.mjs'

/**
 * @param {string} root the clone
 * @throws {Failure} with the end of the log and the way out
 */
export async function prepare(root) {
  const folder = join(root, '.platelight', 'workspace')
  const { install, packages } = readStamps(root, folder)
  const stalePackages = () => packages.filter((one) => !one.isFresh())
  if (install.isFresh() && stalePackages().length === 0) return

  const release = await takeLock(folder)
  try {
    const log = join(folder, 'prepare.log')
    rmSync(log, { force: true })
    let pnpm
    // Another process may have done it during the wait, so everything is checked again.
    if (!install.isFresh()) {
      const inputs = install.inputs()
      pnpm = await step('Getting pnpm', () => findPnpm(root, log))
      await step('Installing packages (a minute or two the first time)', () => installPackages(root, pnpm, log))
      install.record(inputs)
    }
    const stale = stalePackages()
    if (stale.length > 0) {
      pnpm ??= await findPnpm(root, log)
      await step(`Building ${labelsOf(stale)}`, () => buildPackages(stale, pnpm, log))
    }
  } finally {
    release()
  }
}

async function installPackages(root, pnpm, log) {
  // Without the last one, pnpm asks before it replaces node_modules of another version, on a terminal that it does not
  // have.
  const { code, output } = await pnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'])
  if (code !== 0) throw new Failure(explain('Installing the packages', output, log), code)
  const before = await loadNativeModules(root)
  if (before.code === 0) return

  // They are built for another Node, but pnpm sees nothing to do in that case.
  const cause = compiledForAnother(before.output) ?? 'The native modules do not fit this Node.'
  say(`${cause} They are compiled anew.`)
  const rebuilt = await pnpm(['rebuild', '--recursive', 'better-sqlite3', 'sharp'])
  const after = await loadNativeModules(root)
  if (after.code !== 0) throw new Failure(explain(`${cause} Compiling them anew`, rebuilt.output || after.output, log))
}

function loadNativeModules(root) {
  const script = "const Database = require('better-sqlite3'); new Database(':memory:').close(); require('sharp')"
  return runQuietly(process.execPath, ['-e', script], { cwd: join(root, 'packages', 'server') })
}

async function buildPackages(stale, pnpm, log) {
  // Recorded before the build, so that a file saved during the build makes its package stale again.
  const inputs = stale.map((one) => one.inputs())
  for (const one of stale) one.forget()
  const filters = stale.flatMap(({ name }) => ['--filter', name])
  const { code, output } = await pnpm(['--recursive', '--workspace-concurrency=2', ...filters, 'run', 'build'])
  if (code !== 0) throw new Failure(explain(`Building ${labelsOf(stale)}`, output, log), code)
  for (const [index, one] of stale.entries()) one.record(inputs[index])
}

const labelsOf = (packages) => packages.map(({ label }) => label).join(', ')
