import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from '../base/cli-errors.ts'
import { userConfigFolder } from '../base/user-folders.ts'
import type { Context } from '../context/command-context.ts'

/** Where a signing secret is; never the secret itself, which every process could read among the arguments. */
export interface SecretFlags {
  readonly secretEnv?: string
  readonly secretFile?: string
}

export interface SigningSecret {
  readonly secret: string
  /** For people: where it was found. */
  readonly origin: string
  /** Whether it is this machine's own, for tests: one that may be shown. */
  readonly isOwn: boolean
}

/**
 * The signing secret that the flags name, or this machine's own one for tests, which is made when it is first needed
 * and stays the same, so that a receiver is told of it once.
 *
 * @throws CliError when it cannot be read, is empty, or has whitespace around it.
 */
export function signingSecret(flags: SecretFlags, { environment }: Context): SigningSecret {
  const { secretEnv, secretFile } = flags
  if (secretEnv !== undefined && secretFile !== undefined) {
    throw new CliError('Use --secret-env or --secret-file, not both.')
  }
  for (const [flag, given] of Object.entries({ '--secret-env': secretEnv, '--secret-file': secretFile })) {
    // Not repeated: what stands here may be copied from a log.
    if (given?.startsWith('whsec_')) {
      throw new CliError(`${flag} takes a name, not the secret itself, because other processes can read arguments.`)
    }
  }
  if (secretEnv !== undefined) return named(environment.env[secretEnv], `the variable ${secretEnv}`)
  if (secretFile !== undefined) return named(textOf(resolve(environment.cwd, secretFile)), secretFile)
  return { secret: ownSecret(environment.env), origin: 'the testing secret of this machine', isOwn: true }
}

function named(secret: string | undefined, origin: string): SigningSecret {
  if (!secret) throw new CliError(`There is no signing secret: ${origin} is ${secret === '' ? 'empty' : 'not set'}.`)
  // Receivers refuse such a secret too; a copied blank is the commonest reason for a signature that does not fit.
  if (secret !== secret.trim()) throw new CliError(`The signing secret in ${origin} has whitespace around it.`)
  return { secret, origin, isOwn: false }
}

/** Without the end of its last line, which editors and `echo` add. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new CliError(`The secret file ${path} cannot be read: ${(error as Error).message}`)
  }
}

function ownSecret(env: Context['environment']['env']): string {
  const path = join(userConfigFolder(env), 'webhook-secret')
  try {
    mkdirSync(userConfigFolder(env), { recursive: true, mode: 0o700 })
    // Only where there is none: two commands that begin at once agree on the first one's.
    writeFileSync(path, `whsec_${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') {
      throw new CliError(`The testing secret cannot be kept in ${path}: ${message}. Use --secret-env instead.`)
    }
  }
  return named(textOf(path), path).secret
}
