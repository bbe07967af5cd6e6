import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { userConfigFolder } from '../base/user-folders.ts'
import type { Context } from '../context/command-context.ts'

/** Where to find the signing secret. Never the secret itself, because other processes can read arguments. */
export interface SecretFlags {
  readonly secretEnv?: string
  readonly secretFile?: string
}

export interface SigningSecret {
  readonly secret: string
  /** The source, for messages. */
  readonly origin: string
  /** Whether it is the test secret of this machine, which may be shown. */
  readonly isOwn: boolean
}

/**
 * The signing secret that the flags name, or the test secret of this machine. That one is created at its first use and
 * never changes, so that a receiver has to be configured only once.
 *
 * @throws CliError if it cannot be read, is empty, or has whitespace around it
 */
export function signingSecret(flags: SecretFlags, { environment }: Context): SigningSecret {
  const { secretEnv, secretFile } = flags
  if (secretEnv !== undefined && secretFile !== undefined) {
    throw new CliError('Use --secret-env or --secret-file, not both.')
  }
  for (const [flag, typed] of Object.entries({ '--secret-env': secretEnv, '--secret-file': secretFile })) {
    // The message does not repeat the value, because output may be logged.
    if (typed?.startsWith('whsec_')) {
      throw new CliError(`${flag} takes a name, not the secret itself, because other processes can read arguments.`)
    }
  }
  if (secretEnv !== undefined) return checkedSecret(environment.env[secretEnv], `the variable ${secretEnv}`)
  if (secretFile !== undefined) return checkedSecret(textOf(resolve(environment.cwd, secretFile)), secretFile)
  return { secret: machineSecret(environment.env), origin: 'the test secret of this machine', isOwn: true }
}

function checkedSecret(secret: string | undefined, origin: string): SigningSecret {
  if (!secret) throw new CliError(`There is no signing secret: ${origin} is ${secret === '' ? 'empty' : 'not set'}.`)
  // Receivers refuse such a secret too. A copied blank is the most common reason for a wrong signature.
  if (secret !== secret.trim()) throw new CliError(`The signing secret in ${origin} has whitespace around it.`)
  return { secret, origin, isOwn: false }
}

/** Reads a file without its last line end, which editors and `echo` add. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new CliError(`The secret file ${path} cannot be read: ${(error as Error).message}`)
  }
}

function machineSecret(env: Context['environment']['env']): string {
  const path = join(userConfigFolder(env), 'webhook-secret')
  try {
    mkdirSync(userConfigFolder(env), { recursive: true, mode: 0o700 })
    // `wx` writes only a new file, so that two commands started at once use the same secret.
    writeFileSync(path, `whsec_${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') {
      throw new CliError(`The test secret cannot be stored in ${path}: ${message}. Use --secret-env instead.`)
    }
  }
  return checkedSecret(textOf(path), path).secret
}
