import { accessSync, constants, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EXIT } from '../base/exit-codes.ts'
import { userConfigFolder, userDataFolder } from '../base/user-folders.ts'
import type { Context } from '../context/command-context.ts'
import { keyringStore } from '../credentials/system-keyring.ts'
import type { Finding } from './doctor-finding.ts'

const MIN_NODE = [20, 19] as const
/** Enough for a run over a menu at 4K. */
const LOW_BYTES = 1_000_000_000
const TOO_LOW_BYTES = 50_000_000

/** Checks Node, the two folders, disk space, and the keyring. */
export async function checkMachine({ environment, settings }: Context): Promise<Finding[]> {
  const { env } = environment
  return [
    checkNode(process.versions.node),
    checkFolder('config folder', userConfigFolder(env), 'XDG_CONFIG_HOME'),
    checkFolder('data folder', userDataFolder(env), 'XDG_DATA_HOME'),
    await checkDiskSpace(environment.cwd),
    await checkKeyring(env, settings.config.credential?.store),
  ]
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])
  return isOld
    ? {
        name: 'node',
        state: 'fail',
        message: `${version} is too old`,
        advice: `Install Node ${MIN_NODE.join('.')} or newer.`,
        exitCode: EXIT.usage,
      }
    : { name: 'node', state: 'ok', message: version }
}

function checkFolder(name: string, path: string, variable: string): Finding {
  const existing = existingPart(path)
  const unwritable = (reason: string): Finding => ({
    name,
    state: 'fail',
    message: `${path}: ${reason}`,
    advice: `Make it writable, or set ${variable} to another folder.`,
    exitCode: EXIT.usage,
  })
  try {
    if (!statSync(existing).isDirectory()) return unwritable(`${existing} is a file`)
    accessSync(existing, constants.W_OK)
    return { name, state: 'ok', message: existing === path ? path : `${path}, created when it is needed` }
  } catch (error) {
    return unwritable((error as NodeJS.ErrnoException).code ?? (error as Error).message)
  }
}

function existingPart(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return path
  } catch {
    // The parent is a file; the next step finds it.
  }
  const parent = dirname(path)
  return parent === path ? path : existingPart(parent)
}

async function checkDiskSpace(cwd: string): Promise<Finding> {
  const name = 'disk'
  try {
    const { bavail, bsize } = await statfs(cwd)
    const free = bavail * bsize
    const message = `${(free / 1e9).toFixed(1)} GB free here`
    if (free >= LOW_BYTES) return { name, state: 'ok', message }
    const advice = 'Free some space, or write results elsewhere with --out.'
    return free < TOO_LOW_BYTES
      ? { name, state: 'fail', message, advice, exitCode: EXIT.usage }
      : { name, state: 'warn', message, advice }
  } catch (error) {
    return { name, state: 'warn', message: `The free space is not known: ${(error as Error).message}` }
  }
}

/** Without a keyring the check fails only if the credential is stored in it. */
async function checkKeyring(
  env: Readonly<Record<string, string | undefined>>,
  inUse: 'keyring' | 'file' | undefined,
): Promise<Finding> {
  const store = keyringStore(env)
  try {
    await store.get('doctor')
    return { name: 'keyring', state: 'ok', message: store.location }
  } catch (error) {
    const { message } = error as Error
    return inUse === 'keyring'
      ? {
          name: 'keyring',
          state: 'fail',
          message,
          advice:
            'The credential is in the keyring. Unlock it, or sign in again with platelight auth login --insecure-storage.',
          exitCode: EXIT.usage,
        }
      : { name: 'keyring', state: 'warn', message, advice: 'Credentials are kept in a file that only you can read.' }
  }
}
